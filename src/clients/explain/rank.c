/* rank.c: ranks suspects, and says why. */
#include "clients/explain/impl.h"

/* Ranks: changed and repairs it, changed, repairs it, the rest. If a change repairs it, the other
 * lines that do come next: a run shows it, while a value only differs. */
static u32 class_of(const ExplainSuspect *s, bool repaired)
{
	if (s->changed && s->passes)
		return 0;
	if (s->changed != s->passes)
		return 1 + (s->changed == repaired);
	return 3;
}

static int before(const void *a, const void *b)
{
	const ExplainSuspect *x = a, *y = b;
	const i64 by[] = {
		(i64)x->rank - y->rank,   (i64)y->edited - x->edited, (i64)x->library - y->library,
		(i64)x->order - y->order, (i64)x->before - y->before, (i64)y->side - x->side,
		(i64)x->edits - y->edits, (i64)x->step - y->step,     (i64)!x->used - !y->used,
		(i64)x->file - y->file,   (i64)x->line - y->line,
	};
	for (size_t i = 0; i < countof(by); i++)
		if (by[i])
			return by[i] < 0 ? -1 : 1;
	return 0;
}

void explain_rank(Explanation *x)
{
	bool repaired = false;
	for (size_t i = 0; i < x->suspects.len; i++)
		repaired |= explain_repairs(&x->suspects.at[i]) && x->suspects.at[i].changed;
	for (size_t i = 0; i < x->suspects.len; i++) {
		ExplainSuspect *s = &x->suspects.at[i];
		s->rank = class_of(s, repaired);
		if (!s->used)
			s->order = s->kind;
	}
	if (x->suspects.len)
		qsort(x->suspects.at, x->suspects.len, sizeof *x->suspects.at, before);
}

/* Of a suspect that has no input of its own. */
static const char *reason(const ExplainSuspect *s)
{
	if (s->kind == SUSPECT_ERROR)
		return "the run fails here";
	if (s->check)
		return "it decides whether changed code is executed";
	if (s->used)
		return "an edited declaration; changed code uses it";
	if (s->shows && s->kind == SUSPECT_CHANGE)
		return "it writes the output that differs";
	if (s->kind == SUSPECT_CHANGE || !s->is[!s->side])
		return "only one version executes it";
	return s->begins ? "values begin to differ here" : "its value differs";
}

static void add_reason(Buf *to, const char *text)
{
	buf_addf(to, "%s%s", to->len ? "; " : "", text);
}

void explain_why(const Explanation *x, const ExplainSuspect *s, Buf *to)
{
	if (!suspect_asked(s)) /* otherwise its input says it */
		add_reason(to, reason(s));
	if (s->used)
		buf_addf(to, "%son line %u", to->len ? " " : "used ", s->used);
	if (x->config.map && !s->check)
		add_reason(to, s->edited    ? "the line was edited"
					   : s->changed ? "the line was not edited, but its code changed"
									: "the line was not edited");
	if (s->library)
		add_reason(to, "in the C library");
	if (s->kind == SUSPECT_DECISION) {
		add_reason(to, "");
		if (s->before > 1)
			buf_addf(to, "%u decision%s follow%s it", s->before - 1, s->before == 2 ? "" : "s",
					 s->before == 2 ? "s" : "");
		else
			buf_adds(to, "no decision follows it");
	}
}
