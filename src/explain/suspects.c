/* suspects.c: decisions of one program that the other's condition does not imply. */
#include "explain/impl.h"

/* How far the other program must go on deciding as it did. What NEW did after its last decision in
 * common with OLD is what the check would have kept it from, and an error brings decisions of its
 * own: both would imply the very check that is missing. */
static u32 other_end(const Explanation *x, int other)
{
	const InputCondition *c = &x->condition[other];
	u32 end = other == NEW ? c->checked : (u32)c->list.len;
	u64 at;
	while (other == NEW && end &&
		   !intmap_get(&x->condition[OLD].has, c->list.at[end - 1].cond, &at))
		end--;
	return end;
}

static void begin_prefix(Explanation *x, int other)
{
	const ExprList *base = &x->config.inputs->shapes.at[x->shape].base;
	u32 end = other_end(x, other);
	x->prefix.len = 0;
	for (size_t i = 0; i < base->len; i++)
		vec_push(&x->prefix, base->at[i]);
	inputs_canonical_conditions(x->config.inputs, x->shape, &x->prefix);
	for (u32 i = 0; i < end; i++)
		vec_push(&x->prefix, x->condition[other].list.at[i].cond);
}

/* Whether the latest run of the suspect's program decided otherwise there. */
static bool took_other_way(const Explanation *x, int side, const Constraint *one)
{
	size_t n;
	const Constraint *all = machine_constraints(x->of[side].machine, &n);
	Expr turned = expr_not(x->pool, one->cond);
	for (size_t i = 0; i < n; i++) {
		const Constraint *c = &all[i];
		if (c->function != one->function || c->ins != one->ins)
			continue;
		if (c->cond == turned || (one->value && c->value == one->value && c->cond != one->cond))
			return true;
	}
	/* An access that leaves its object ends the run there. */
	const RunResult *r = &x->of[side].run.result;
	return r->outcome == RAN_ERROR && r->loc == one->loc;
}

/* Instances of one source line are one suspect. */
ExplainSuspect *explain_suspect_at(Explanation *x, int side, u32 at)
{
	const Program *p = x->config.subject[side]->program;
	const Loc *line = &p->locs.at[at];
	for (size_t i = 0; i < x->suspects.len; i++) {
		ExplainSuspect *s = &x->suspects.at[i];
		const Loc *other = &p->locs.at[s->side == side ? s->loc : 0];
		if (s->side == side && (s->loc == at || (line->line && other->line == line->line &&
												 other->file == line->file)))
			return s;
	}
	return NULL;
}

static void keep_nearest(Explanation *x, const Assignment *a, u32 edits)
{
	if (x->passing_edits && x->passing_edits <= edits)
		return;
	assignment_copy(&x->passing, a);
	x->passing_edits = edits;
}

/* Whether the line is one of a change; without a map all are. */
static bool is_changed(const Explanation *x, int side, u32 at)
{
	const ChangeMap *map = x->config.map;
	const Loc *loc = &x->config.subject[side]->program->locs.at[at];
	for (u32 i = 0; map && i < change_map_count(map); i++) {
		const ChangePart *part = &change_map_at(map, i)->part[side];
		for (u32 k = 0; k < part->n_lines; k++)
			if (part->lines[k].file == loc->file && part->lines[k].first <= loc->line &&
				part->lines[k].last >= loc->line)
				return true;
	}
	return !map;
}

ExplainSuspect *explain_suspect_add(Explanation *x, int side, u32 loc)
{
	ExplainSuspect fresh = {.side = side, .loc = loc, .changed = is_changed(x, side, loc)};
	assignment_init(&fresh.input, x->pool);
	vec_push(&x->suspects, fresh);
	return &vec_last(&x->suspects);
}

/* Which of two instances speaks for the line: one that passes, then one of the program's own. */
static bool speaks_better(const ExplainSuspect *s, bool passes, bool library, u32 edits)
{
	if (s->passes != passes)
		return passes;
	if (s->library != library)
		return !library;
	return edits < s->edits;
}

/* An input on which only this decision is another: run, and kept if it is so. */
static void take_suspect(Explanation *x, int side, u32 at)
{
	const Constraint *one = &x->condition[side].list.at[at];
	explain_run(x, &x->scratch);
	if (!took_other_way(x, side, one)) {
		x->stats.diverged++;
		return;
	}
	bool passes = explain_passes(x);
	bool library = x->config.subject[side]->program->functions.at[one->function].kind == FN_LIBC;
	u32 edits = explain_edits(x, &x->scratch);
	ExplainSuspect *s = explain_suspect_at(x, side, one->loc);
	s = s ? s : explain_suspect_add(x, side, one->loc);
	if (passes)
		keep_nearest(x, &x->scratch, edits);
	if (s->count++ && !speaks_better(s, passes, library, edits))
		return;
	s->passes = passes;
	s->library = library;
	s->edits = edits;
	s->at = at;
	s->cond = one->cond;
	assignment_copy(&s->input, &x->scratch);
}

/* All decisions of one program against the condition of the other. */
static void ask_side(Explanation *x, int side)
{
	const InputCondition *own = &x->condition[side], *other = &x->condition[!side];
	begin_prefix(x, !side);
	for (u32 i = 0; i < own->list.len && !budget_over(x->config.budget); i++) {
		Expr cond = own->list.at[i].cond;
		u64 at;
		bool common = intmap_get(&other->has, cond, &at) && at < other_end(x, !side);
		x->stats.asked++;
		if (common) {
			x->stats.implied++;
			continue;
		}
		SolveResult r = solve(x->solver, x->prefix.at, x->prefix.len, expr_not(x->pool, cond),
							  &x->start, &x->scratch);
		if (r == SOLVE_SAT)
			take_suspect(x, side, i);
		x->stats.implied += r == SOLVE_UNSAT;
		x->stats.unknown += r == SOLVE_UNKNOWN;
		vec_push(&x->prefix, cond);
	}
}

void explain_suspects(Explanation *x)
{
	ask_side(x, NEW);
	ask_side(x, OLD);
	explain_values(x);
	explain_rank(x);
	explain_nearest(x);
}
