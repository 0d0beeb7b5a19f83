/* rank.c: which suspect comes first, and the nearest input that passes. */
#include "explain/impl.h"

enum { NEAREST_RUNS = 300 }; /* on the way to it */

/* What changed and repairs it, what changed, what repairs it, the rest. */
static i64 class_of(const ExplainSuspect *s)
{
	return s->changed ? !s->passes : s->passes ? 2 : 3;
}

/* Later decisions are nearer to what differs. */
static int before(const void *a, const void *b)
{
	const ExplainSuspect *x = a, *y = b;
	const i64 by[] = {
		class_of(x) - class_of(y), (i64)x->library - y->library, (i64)y->value - x->value,
		(i64)y->side - x->side,    (i64)x->edits - y->edits,     (i64)y->at - x->at,
		(i64)x->loc - y->loc,
	};
	for (size_t i = 0; i < countof(by); i++)
		if (by[i])
			return by[i] < 0 ? -1 : 1;
	return 0;
}

void explain_rank(Explanation *x)
{
	if (x->suspects.len)
		qsort(x->suspects.at, x->suspects.len, sizeof *x->suspects.at, before);
}

/* Byte by byte back to the input, as long as it passes. */
void explain_nearest(Explanation *x)
{
	u32 runs = 0;
	bool better = x->passing_edits > 1;
	while (better) {
		better = false;
		for (u32 v = 0; v < x->start.n && runs < NEAREST_RUNS && x->passing_edits > 1; v++) {
			if (budget_over(x->config.budget))
				return;
			if (x->passing.at[v] == x->start.at[v])
				continue;
			assignment_copy(&x->scratch, &x->passing);
			x->scratch.at[v] = x->start.at[v];
			inputs_canonical(x->config.inputs, x->shape, &x->scratch);
			u32 edits = explain_edits(x, &x->scratch);
			if (!edits || edits >= x->passing_edits)
				continue;
			runs++;
			explain_run(x, &x->scratch);
			if (!explain_passes(x))
				continue;
			assignment_copy(&x->passing, &x->scratch);
			x->passing_edits = edits;
			better = true;
		}
	}
}
