/* verdict_pair.c: writes a pair of programs, and what is needed to find the truth about it.
 *
 * usage: verdict_pair BLOCKS SEED DIR [BLOCK | CLASS]
 *
 * BLOCKS is the directory of *.blocks, DIR gets old.c, new.c, options (of drift test, one a line),
 * inputs (all there are, one a line; or, if they are not restricted, some that show a difference),
 * and about: what was done. BLOCK asks for a pair in which that block is the one that changes, and CLASS, a number,
 * for one in which it is some block of that class.
 * One to three blocks make a program, one of them is mutated, in half of all pairs by the same
 * thing written in another way. A seed gives the same pair everywhere.
 */
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static const Block *find(const Blocks *all, const char *name)
{
	for (unsigned i = 0; i < all->count; i++)
		if (!strcmp(all->list[i].name, name))
			return &all->list[i];
	return NULL;
}

static bool of_class(const Block *b, const char *class)
{
	size_t n = strlen(class);
	for (const char *at = b->classes; (at = strstr(at, class)); at += n)
		if (at[-1] == ' ' && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

/* One of the blocks of a class; NULL: there is none. */
static const Block *draw(const Blocks *all, const char *class, uint64_t seed)
{
	uint64_t state = random_mix(seed + 5);
	unsigned n = 0;
	const Block *found = NULL;
	for (unsigned i = 0; i < all->count; i++)
		if (of_class(&all->list[i], class) && random_pick(&state, ++n) == 0)
			found = &all->list[i];
	return found;
}

/* A place of the block at which there is something of the kind, or -1. */
static int find_spot(Use *u, Kind kind, uint64_t *state)
{
	int found[MAX_SPOTS], n = 0;
	use_begin(u);
	use_write(u, u->block->decls, false, NULL);
	use_write(u, u->block->body, false, NULL);
	for (int i = 0; i < (int)u->spots && i < MAX_SPOTS; i++)
		if (u->has[i][kind])
			found[n++] = i;
	return n ? found[random_pick(state, (unsigned)n)] : -1;
}

static void make(Pair *p, const Blocks *all, uint64_t seed, const Block *first)
{
	uint64_t state = random_mix(seed);
	p->seed = random_mix(seed + 77);
	if (!first)
		first = &all->list[random_pick(&state, all->count)];
	p->shape = first->entry                                            ? SHAPE_ENTRY
			   : first->wide || first->world || random_pick(&state, 4) ? SHAPE_MAIN
																	   : SHAPE_UNIT;
	p->count = first->entry ? 1 : 1 + random_pick(&state, 3);
	p->changed = random_pick(&state, p->count);
	p->wide = first->wide && (first->entry || random_pick(&state, 4));
	p->guarded = !p->wide && p->shape != SHAPE_ENTRY && random_pick(&state, 2);
	guard_init(&p->guard, p->seed);
	for (unsigned i = 0; i < p->count; i++) {
		const Block *b = first;
		while (i != p->changed && (b == first || b->entry))
			b = &all->list[random_pick(&state, all->count)];
		use_init(&p->uses[i], b, i, random_mix(seed * 8 + i));
	}
	Use *u = &p->uses[p->changed];
	u->kind = random_pick(&state, 2) ? KIND_NEW : KIND_SAME;
	u->spot = find_spot(u, u->kind, &state);
	if (u->spot < 0)
		u->spot = find_spot(u, u->kind = KIND_NEW, &state);
}

static void about(Pair *p, FILE *to)
{
	const Use *u = &p->uses[p->changed];
	static const char *const shapes[] = {"main", "unit", "entry"};
	fprintf(to, "%s%s, place %d,%s%s%s %s, class%s:", u->block->name,
			u->kind == KIND_SAME ? " rewritten" : " changed", u->spot, p->wide ? " wide," : "",
			p->guarded ? " guarded," : "", u->block->world ? " world," : "", shapes[p->shape],
			u->block->classes);
	for (unsigned i = 0; i < p->count; i++)
		fprintf(to, " %s", p->uses[i].block->name);
	fputc('\n', to);
}

static FILE *open_in(const char *dir, const char *name)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *f = fopen(path, "w");
	if (!f) {
		perror(path);
		exit(2);
	}
	return f;
}

int main(int argc, char **argv)
{
	static Blocks all;
	static Pair p;
	if (argc < 4) {
		fprintf(stderr, "usage: verdict_pair BLOCKS SEED DIR [BLOCK | CLASS]\n");
		return 2;
	}
	if (!blocks_read(&all, argv[1]))
		return 2;
	const char *wanted = argc > 4 ? argv[4] : NULL;
	uint64_t seed = strtoull(argv[2], NULL, 10);
	const Block *first = !wanted                         ? NULL
						 : strchr("0123456789", *wanted) ? draw(&all, wanted, seed)
														 : find(&all, wanted);
	if (wanted && !first) {
		fprintf(stderr, "verdict_pair: no block %s\n", wanted);
		return 2;
	}
	make(&p, &all, seed, first);
	static const char *const names[] = {"old.c", "new.c", "options", "inputs", "about"};
	for (int i = 0; i < 5; i++) {
		FILE *f = open_in(argv[3], names[i]);
		switch (i) {
		case 2: program_options(&p, f); break;
		case 3: program_inputs(&p, f); break;
		case 4: about(&p, f); break;
		default: program_write(&p, i == 1, f);
		}
		if (fclose(f)) {
			perror(names[i]);
			return 2;
		}
	}
	return 0;
}
