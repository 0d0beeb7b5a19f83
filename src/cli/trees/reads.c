/* reads.c: the files that two versions were compiled from, for results. */
#include "cli/trees/trees.h"

static bool same_bytes(const char *a, const char *b)
{
	Buf x = {0}, y = {0};
	bool same = file_read(a, &x, NULL) && file_read(b, &y, NULL) && x.len == y.len &&
				(!x.len || !memcmp(x.at, y.at, x.len));
	buf_free(&x);
	buf_free(&y);
	return same;
}

static void note_all(const Program *p, StrMap *to)
{
	for (size_t i = 0; i < p->reads.len; i++)
		strmap_put(to, p->reads.at[i], 1);
}

/* Files of one version under the names that they have in it. */
static void add_own(const Trees *t, int side, const Program *p, const StrMap *of_other,
					ResultReads *to, Arena *arena)
{
	for (size_t i = 0; i < p->reads.len; i++) {
		const char *path = p->reads.at[i], *name = tree_below(t->root[side], path);
		if (!strmap_get(of_other, path, NULL))
			vec_push(&to->own[side], arena_strdup(arena, name ? name : path));
		else if (side == 0)
			to->shared++;
	}
}

static void add_changed(const Trees *t, ResultReads *to)
{
	StrMap of_old = {0};
	for (size_t i = 0; i < to->own[0].len; i++)
		strmap_put(&of_old, to->own[0].at[i], 1);
	for (size_t i = 0; i < to->own[1].len; i++) {
		const char *name = to->own[1].at[i];
		if (*name == '/' || !strmap_get(&of_old, name, NULL))
			continue;
		char *old = xasprintf("%s/%s", t->root[0], name);
		char *now = xasprintf("%s/%s", t->root[1], name);
		if (!same_bytes(old, now))
			vec_push(&to->changed, name);
		free(old);
		free(now);
	}
	strmap_free(&of_old);
}

bool trees_reads(const Trees *t, const Program *const program[2], ResultReads *to, Arena *arena)
{
	StrMap all[2] = {0};
	*to = (ResultReads){0};
	if (!t->root[0] || !t->root[1])
		return false;
	for (int side = 0; side < 2; side++)
		note_all(program[side], &all[side]);
	for (int side = 0; side < 2; side++)
		add_own(t, side, program[side], &all[!side], to, arena);
	add_changed(t, to);
	strmap_free(&all[0]);
	strmap_free(&all[1]);
	return true;
}

void trees_reads_free(ResultReads *r)
{
	vec_free(&r->own[0]);
	vec_free(&r->own[1]);
	vec_free(&r->changed);
}

void trees_say(const Trees *t, const PairWords *of, Err *err)
{
	size_t n = strlen(err->text);
	bool given = of->cflags || of->own_cflags[0] || of->own_cflags[1];
	if (t->inside && given && strstr(err->text, "does not compile"))
		snprintf(err->text + n, sizeof err->text - n,
				 "\nRelative paths in --cflags start in the directory of each version%s.",
				 t->work ? ", the top of its tree" : "");
}
