/* values.c: where the two runs first compute something else.
 *
 * Of versions of one program the runs can be laid side by side (align.h). A value that differs
 * though all that it is made of is the same is where the difference begins; a mistake that changes no
 * decision shows there and nowhere else. What only one version computes, in a change, is told where
 * nothing else of a change is a suspect.
 */
#include "explain/impl.h"

enum { STEPS = 1 << 18 }; /* of a run that are recorded */

static char *value_text(const Explanation *x, int side, const WhyStep *s)
{
	Buf text = {0};
	if (s->type == TYPE_VOID || s->branch)
		return NULL;
	align_value(&x->align, side, s, &text);
	return text.at;
}

/* A value that differs though its operands do not. */
static bool begins(const WhyRun *run, u32 i)
{
	const WhyStep *s = &run->steps.at[i];
	return s->other != NO_STEP && s->infected && run->source.at[i] == NO_STEP && !s->branch &&
		   !s->given && s->type != TYPE_VOID;
}

/* A value that only a change computes. */
static bool is_alone(const Explanation *x, const WhyRun *run, int side, u32 i)
{
	const WhyStep *s = &run->steps.at[i];
	return s->other == NO_STEP && !s->branch && !s->given && s->type != TYPE_VOID &&
		   change_map_changed(x->config.map, (Side)side, s->function, s->ins);
}

static void add_value(Explanation *x, const Why *w, int side, u32 i)
{
	const WhyStep *step = &w->run[side].steps.at[i];
	const Program *p = x->config.subject[side]->program;
	u32 loc = p->functions.at[step->function].ins[step->ins].loc;
	if (!p->locs.at[loc].line || explain_suspect_at(x, side, loc))
		return;
	ExplainSuspect *s = explain_suspect_add(x, side, loc);
	s->kind = SUSPECT_VALUE;
	s->count = 1;
	s->before =
		x->condition[side].n > step->constraints ? x->condition[side].n - step->constraints : 0;
	s->is[side] = value_text(x, side, step);
	if (step->other != NO_STEP)
		s->is[!side] = value_text(x, !side, &w->run[!side].steps.at[step->other]);
}

static bool has_changed(const Explanation *x)
{
	for (size_t i = 0; i < x->suspects.len; i++)
		if (x->suspects.at[i].changed)
			return true;
	return false;
}

void explain_values(Explanation *x)
{
	Why w = {0};
	Err err;
	AlignedInput input = {x->config.shape, &x->start}, both[2] = {input, input};
	if (!x->config.map)
		return;
	if (align_runs(&x->align, both, STEPS, &w, &err)) {
		for (u32 i = 0; i < w.run[NEW].steps.len; i++)
			if (begins(&w.run[NEW], i))
				add_value(x, &w, NEW, i);
		for (int side = NEW; side >= OLD && !has_changed(x); side--)
			for (u32 i = 0; i < w.run[side].steps.len; i++)
				if (is_alone(x, &w.run[side], side, i))
					add_value(x, &w, side, i);
		effect_of(&x->align, &w, &x->effect);
	}
	why_free(&w);
}
