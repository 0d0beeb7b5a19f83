/* regex_random.c: random patterns over a and b against all short strings, every group of every
 * match.
 *
 * Repetitions are put only on what cannot be empty: with others glibc itself can loop for ever,
 * on (a?|b(a{1,2}|)+|)* against "b" for one.
 */
#include <regex.h>
#include <stdio.h>
#include <string.h>

static unsigned long state = 20;
static char pattern[200];
static size_t len;
static int extended;

static unsigned pick(unsigned n)
{
	state = state * 6364136223846793005ul + 1442695040888963407ul;
	return (unsigned)(state >> 33) % n;
}

static void put(const char *in_extended, const char *in_basic)
{
	const char *s = extended ? in_extended : in_basic;
	strcpy(pattern + len, s);
	len += strlen(s);
}

static int alternatives(int depth);

/* Returns whether it can match nothing. */
static int piece(int depth)
{
	static const char *const many_e[] = {"*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"};
	static const char *const many_b[] = {"*",         "\\+",       "\\?",     "\\{2\\}",
										 "\\{1,2\\}", "\\{0,2\\}", "\\{2,\\}"};
	int empty = 0;

	if (depth > 0 && pick(5) < 2) {
		put("(", "\\(");
		empty = alternatives(depth - 1);
		put(")", "\\)");
	} else {
		static const char *const atoms[] = {"a", "b", "a", "b", ".", "[ab]", "[^a]"};
		const char *atom = atoms[pick(7)];
		put(atom, atom);
	}
	if (!empty && pick(2)) {
		unsigned k = pick(7);
		put(many_e[k], many_b[k]);
		empty = k == 0 || k == 2 || k == 5;
	}
	return empty;
}

static int sequence(int depth)
{
	int empty = 1;
	for (unsigned n = 1 + pick(3); n > 0 && len < 80; n--)
		empty &= piece(depth);
	return empty;
}

static int alternatives(int depth)
{
	int empty = sequence(depth);
	while (pick(3) == 0 && len < 80) {
		put("|", "\\|");
		if (pick(5))
			empty |= sequence(depth);
		else
			empty = 1;
	}
	return empty;
}

static unsigned long sum;

static void try_string(regex_t *re, const char *s, int loud)
{
	regmatch_t m[8];
	int r = regexec(re, s, 8, m, 0);
	sum = sum * 31 + (unsigned)r;
	if (loud)
		printf(" %s:%d", s, r);
	for (int i = 0; r == 0 && i < 8; i++) {
		sum = sum * 31 + (unsigned)m[i].rm_so;
		sum = sum * 31 + (unsigned)m[i].rm_eo;
		if (loud && m[i].rm_so >= 0)
			printf("/%d,%d", (int)m[i].rm_so, (int)m[i].rm_eo);
	}
}

int main(void)
{
	for (int i = 0; i < 250; i++) {
		regex_t re;
		char s[8];
		len = 0;
		extended = (int)pick(2);
		alternatives(2);
		int r = regcomp(&re, pattern, extended ? REG_EXTENDED : 0);
		printf("%s: %d", pattern, r);
		if (r == 0) {
			for (unsigned n = 0; n <= 5; n++)
				for (unsigned bits = 0; bits < 1u << n; bits++) {
					for (unsigned k = 0; k < n; k++)
						s[k] = bits >> k & 1 ? 'b' : 'a';
					s[n] = 0;
					try_string(&re, s, bits == 0 || bits == 5);
				}
			regfree(&re);
		}
		printf(" sum %lx\n", sum);
	}
	return 0;
}
