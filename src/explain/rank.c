/* rank.c: which suspect comes first, and why. */
#include "explain/impl.h"

/* What changed and repairs it, what changed, what repairs it, the rest. */
static i64 class_of(const ExplainSuspect *s)
{
	return s->changed ? !s->passes : s->passes ? 2 : 3;
}

static int before(const void *a, const void *b)
{
	const ExplainSuspect *x = a, *y = b;
	const i64 by[] = {
		class_of(x) - class_of(y),  (i64)x->library - y->library, (i64)x->kind - y->kind,
		(i64)x->before - y->before, (i64)y->side - x->side,       (i64)x->edits - y->edits,
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

void explain_why(const Explanation *x, const ExplainSuspect *s, Buf *to)
{
	if (s->kind == SUSPECT_VALUE)
		buf_adds(to, s->is[!s->side] ? "where values begin to differ" : "only one version has it");
	else
		buf_adds(to, s->passes ? "turned round it passes" : "turned round they still differ");
	if (x->config.map)
		buf_adds(to, s->changed ? ", changed" : ", not changed");
	if (s->library)
		buf_adds(to, ", in the C library");
	if (s->kind == SUSPECT_DECISION)
		buf_addf(to, ", %u decision%s before the end", s->before, s->before == 1 ? "" : "s");
}
