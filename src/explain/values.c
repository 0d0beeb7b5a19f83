/* values.c: where the two runs first compute something else.
 *
 * Of versions of one program the runs can be laid side by side (align.h). A value that differs
 * though all that it is made of is the same is where the difference begins; a mistake that changes no
 * decision shows there and nowhere else.
 */
#include "align/align.h"
#include "explain/impl.h"

enum { STEPS = 1 << 18 }; /* of a run that are recorded */

static char *value_text(const WhyStep *s)
{
	double d;
	if (s->type == TYPE_VOID || s->branch)
		return NULL;
	if (s->type == TYPE_PTR)
		return s->lo ? xasprintf("address %#llx", (unsigned long long)s->lo) : xstrdup("null");
	if (s->type == TYPE_F64) {
		memcpy(&d, &s->lo, sizeof d);
		return xasprintf("%.17g", d);
	}
	if (s->type == 1)
		return xstrdup(s->lo ? "true" : "false");
	if (s->type > 64)
		return xstrdup("?");
	u32 unused = 64 - s->type;
	return xasprintf("%lld", (long long)((i64)(s->lo << unused) >> unused));
}

static void add_value(Explanation *x, const Why *w, const WhyValue *v)
{
	const WhyRun *run = &w->run[v->side];
	const WhyStep *step = &run->steps.at[v->step];
	const Program *p = x->config.subject[v->side]->program;
	u32 loc = p->functions.at[step->function].ins[step->ins].loc;
	if (v->from != NO_STEP || step->branch || !loc || explain_suspect_at(x, v->side, loc))
		return;
	Suspect *s = explain_suspect_add(x, v->side, loc);
	s->value = true;
	s->count = 1;
	s->at = v->step;
	s->is[v->side] = value_text(step);
	if (step->other != NO_STEP)
		s->is[!v->side] = value_text(&w->run[!v->side].steps.at[step->other]);
}

void explain_values(Explanation *x)
{
	Aligner a;
	Why w = {0};
	Err err;
	AlignedInput input = {x->shape, &x->start}, both[2] = {input, input};
	if (!x->config.map)
		return;
	aligner_init(&a, x->config.subject, x->config.map, x->config.inputs);
	if (align_runs(&a, both, STEPS, &w, &err))
		for (size_t i = 0; i < w.infected.len; i++)
			add_value(x, &w, &w.infected.at[i]);
	why_free(&w);
	aligner_free(&a);
}
