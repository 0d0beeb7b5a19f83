/* reduce.c: makes an input on which the versions differ smaller.
 *
 * Pieces of its texts are removed as long as the versions still differ: halves, then quarters, down
 * to single bytes. A report is then about what matters, and the symbolic run of the input is
 * short. */
#include "versions/search/mutate/mutate.h"

enum {
	MOST_RUNS = 600,     /* for a difference */
	MOST_OF_EFFECT = 200 /* for an effect that lives */
};

typedef struct TextReduction {
	Bench *bench;
	InputTexts *best; /* the smallest so far */
	InputTexts trial; /* scratch */
	Assignment *input;
	Buf way;  /* in which the changes must still be executed; empty: outputs must differ */
	u32 left; /* runs */
} TextReduction;

/* Without n bytes of a part, the versions still differ. */
static bool without(TextReduction *r, u32 part, size_t at, size_t n)
{
	bool differs = false;
	if (!r->left)
		return false;
	r->left--;
	texts_copy(&r->trial, r->best);
	text_replace(&r->trial.part[part], at, n, "", 0, (u32)r->best->part[part].len);
	r->bench->infected = false;
	if (texts_put(&r->trial, r->bench->search, r->input))
		bench_run(r->bench, r->trial.shape, r->input, &differs);
	if (r->way.len)
		differs = r->bench->infected && buf_same(&r->way, &r->bench->key);
	if (differs)
		texts_copy(r->best, &r->trial);
	return differs;
}

static void reduce_part(TextReduction *r, u32 part)
{
	for (size_t n = (r->best->part[part].len + 1) / 2; n; n = n > 1 ? (n + 1) / 2 : 0)
		for (size_t at = 0; at < r->best->part[part].len && r->left;)
			if (!without(r, part, at, n))
				at += n;
}

void texts_reduce(Bench *bench, InputTexts *t, bool infected, Assignment *input)
{
	const Shape *s = &bench->search->config.inputs->shapes.at[t->shape];
	TextReduction r = {.bench = bench, .best = t, .input = input, .left = MOST_RUNS};
	if (infected) {
		buf_add(&r.way, bench->key.at, bench->key.len);
		r.left = MOST_OF_EFFECT;
	}
	bench->quiet = true;
	size_t before = SIZE_MAX, now = 0;
	for (u32 i = 0; i < t->n; i++)
		now += t->part[i].len;
	while (now < before && r.left) {
		before = now;
		now = 0;
		for (u32 i = 0; i < t->n; i++) {
			if (texts_varies(&s->parts.at[i]) && s->parts.at[i].kind != PART_INT)
				reduce_part(&r, i);
			now += t->part[i].len;
		}
	}
	texts_free(&r.trial);
	buf_free(&r.way);
	bench->quiet = false;
	texts_put(t, bench->search, input);
}
