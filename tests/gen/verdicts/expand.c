/* expand.c: the text of a block with its numbers, choices and mutation put in. */
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static const struct {
	const char *name, *plain; /* the type, the unsigned one of its width */
} types[] = {
	{"signed char", "unsigned char"},
	{"unsigned char", "unsigned char"},
	{"short", "unsigned short"},
	{"unsigned short", "unsigned short"},
	{"int", "unsigned"},
	{"unsigned", "unsigned"},
	{"long", "unsigned long"},
	{"long", "unsigned long"},
	{"unsigned long", "unsigned long"},
	{"long long", "unsigned long long"},
	{"__int128", "unsigned __int128"},
	{"unsigned __int128", "unsigned __int128"},
};
enum { TYPES = sizeof types / sizeof types[0] };

uint64_t random_mix(uint64_t seed)
{
	seed += 0x9e3779b97f4a7c15u;
	seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
	seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
	return seed ^ (seed >> 31);
}

unsigned random_pick(uint64_t *state, unsigned n)
{
	*state += 0x9e3779b97f4a7c15u;
	return (unsigned)(random_mix(*state) >> 33) % n;
}

/* Values from low to high for some letters, no two the same. */
static void distinct(Use *u, uint64_t *state, const char *letters, int low, int high)
{
	for (const char *c = letters; *c; c++) {
		bool again;
		do {
			u->value[*c - 'a'] = low + (int)random_pick(state, (unsigned)(high - low + 1));
			again = false;
			for (const char *d = letters; d < c; d++)
				again |= u->value[*d - 'a'] == u->value[*c - 'a'];
		} while (again);
	}
}

void use_init(Use *u, const Block *b, unsigned id, uint64_t seed)
{
	static const int large[] = {12,    -7,        255,        256,      -129,   32768,
								65537, 100000007, 2147483647, -2000000, 1 << 24};
	uint64_t state = seed;
	*u = (Use){.block = b, .id = id, .seed = seed, .spot = -1};
	distinct(u, &state, "abcd", 1, 9);
	distinct(u, &state, "klm", 0, 7);
	distinct(u, &state, "p", 1, 16);
	u->value['w' - 'a'] = large[random_pick(&state, sizeof large / sizeof large[0])];
	u->crossed = random_pick(&state, 2);
	u->type = random_pick(&state, TYPES);
}

void use_begin(Use *u)
{
	u->spots = u->choices = 0;
}

static const char *part(Use *u, const char *p, bool mutated, FILE *to);

/* The parts between @[ or @( and its end, of which one is written; `p` is behind the opening. Parts
 * that are not written are gone through as well, so that both versions count alike. */
static const char *parts(Use *u, const char *p, unsigned wanted, int spot, bool mutated, FILE *to)
{
	for (unsigned i = 0;; i++) {
		if (spot >= 0 && spot < MAX_SPOTS && i < KIND_COUNT)
			u->has[spot][i] = strncmp(p, "@-", 2) != 0;
		p = part(u, p, mutated, i == wanted ? to : NULL);
		if (!*p || p[1] != '|')
			return *p ? p + 2 : p;
		p += 2;
	}
}

/* How many parts there are up to the end. */
static unsigned count_parts(const char *p)
{
	unsigned n = 1, depth = 0;
	for (; *p; p++)
		if (*p == '@' && p[1]) {
			p++;
			if (*p == '[' || *p == '(')
				depth++;
			else if ((*p == ']' || *p == ')') && depth-- == 0)
				break;
			else if (*p == '|' && depth == 0)
				n++;
		}
	return n;
}

static void letter(const Use *u, char c, FILE *to)
{
	if (c == 'i')
		fprintf(to, "%u", u->id);
	else if (c == 'x' || c == 'y')
		fputc((c == 'x') != u->crossed ? 'x' : 'y', to);
	else if (c == 't')
		fputs(types[u->type].name, to);
	else if (c == 'u')
		fputs(types[u->type].plain, to);
	else if (c >= 'a' && c <= 'z')
		fprintf(to, "%d", u->value[c - 'a']);
}

/* Up to the end of the text or of the part; returns where that is. */
static const char *part(Use *u, const char *p, bool mutated, FILE *to)
{
	while (*p) {
		if (*p != '@') {
			if (to)
				fputc(*p, to);
			p++;
		} else if (p[1] == '[') {
			int spot = (int)u->spots++;
			p = parts(u, p + 2, mutated && spot == u->spot ? u->kind : KIND_OLD, spot, mutated, to);
		} else if (p[1] == '(') {
			uint64_t state = u->seed ^ random_mix(++u->choices);
			p = parts(u, p + 2, random_pick(&state, count_parts(p + 2)), -1, mutated, to);
		} else if (p[1] == '|' || p[1] == ']' || p[1] == ')') {
			return p;
		} else {
			if (to)
				letter(u, p[1], to);
			p += p[1] ? 2 : 1;
		}
	}
	return p;
}

void use_write(Use *u, const char *text, bool mutated, FILE *to)
{
	part(u, text, mutated, to);
}
