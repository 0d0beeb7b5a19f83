/* reduce.c: makes an input smaller that the guide keeps or reports.
 *
 * Pieces of its texts are removed as long as the run still does what it is kept for: the versions
 * differ, their state differs in the same way, or the run reaches the same new code. Whole lines are
 * removed first, then halves, quarters, down to single bytes. A report is then about what matters,
 * a kept input is quick to run, and its lines are good to combine. */
#include "versions/search/mutate/mutate.h"

static const u32 most_runs[] = {
	[REDUCE_DIFFERS] = 600,
	[REDUCE_INFECTED] = 100,
	[REDUCE_EDGES] = 100,
};

typedef struct TextReduction {
	Bench *bench;
	InputTexts *best; /* the smallest so far */
	InputTexts trial; /* scratch */
	Assignment *input;
	ReduceKind kind;
	Buf way;            /* in which the changes must still be executed, if infected */
	HitPlaceList edges; /* that must still be executed */
	u32 left;           /* runs */
} TextReduction;

/* True if the latest run is still worth keeping. */
static bool still(TextReduction *r, bool differs)
{
	switch (r->kind) {
	case REDUCE_DIFFERS: return differs;
	case REDUCE_INFECTED: return r->bench->infected && buf_same(&r->way, &r->bench->key);
	default: return bench_hits_all(r->bench, &r->edges);
	}
}

/* Without n bytes of a part, the run still does. */
static bool without(TextReduction *r, u32 part, size_t at, size_t n)
{
	bool differs = false;
	if (!r->left)
		return false;
	r->left--;
	texts_copy(&r->trial, r->best);
	text_replace(&r->trial.part[part], at, n, "", 0, (u32)r->best->part[part].len);
	r->bench->infected = false;
	if (!texts_put(&r->trial, r->bench->search, r->input))
		return false;
	bench_run(r->bench, r->trial.shape, r->input, &differs);
	if (!still(r, differs))
		return false;
	texts_copy(r->best, &r->trial);
	return true;
}

static void reduce_lines(TextReduction *r, u32 part)
{
	for (size_t at = 0, n; at < r->best->part[part].len && r->left;) {
		const Buf *text = &r->best->part[part];
		const char *end = memchr(text->at + at, '\n', text->len - at);
		n = end ? (size_t)(end - (text->at + at)) + 1 : text->len - at;
		if (!without(r, part, at, n))
			at += n;
	}
}

static void reduce_part(TextReduction *r, u32 part)
{
	reduce_lines(r, part);
	for (size_t n = (r->best->part[part].len + 1) / 2; n; n = n > 1 ? (n + 1) / 2 : 0)
		for (size_t at = 0; at < r->best->part[part].len && r->left;)
			if (!without(r, part, at, n))
				at += n;
}

void texts_reduce(Bench *bench, InputTexts *t, ReduceKind kind, Assignment *input)
{
	const Shape *s = &bench->search->config.inputs->shapes.at[t->shape];
	TextReduction r = {
		.bench = bench, .best = t, .input = input, .kind = kind, .left = most_runs[kind]};
	buf_add(&r.way, bench->key.at, bench->key.len);
	vec_append(&r.edges, bench->fresh.at, bench->fresh.len);
	u64 before_all = bench->runs;
	bench->quiet = true;
	size_t before = SIZE_MAX, now = texts_length(t);
	while (now < before && r.left) {
		before = now;
		for (u32 i = 0; i < t->n; i++)
			if (texts_varies(&s->parts.at[i]) && s->parts.at[i].kind != PART_INT)
				reduce_part(&r, i);
		now = texts_length(t);
	}
	bench->reducing += bench->runs - before_all;
	texts_free(&r.trial);
	buf_free(&r.way);
	vec_free(&r.edges);
	bench->quiet = false;
	texts_put(t, bench->search, input);
}
