/* suspects.c: finds decisions of one program that the other's condition does not imply. */
#include "clients/explain/impl.h"

enum {
	LINE_ASKED = 24, /* decisions of one line that are asked */
	LINE_PASSED = 3, /* of which so many pass: that is enough of it */
	ALONE = 24,      /* decisions of OLD that are asked without NEW's condition, the nearest */
};

static const double TICK = 0.3; /* seconds between two progress reports */

/* How far the other program must go on deciding as it did. What NEW did after its last decision in
 * common with OLD is what the check would have kept it from, and an error brings decisions of its
 * own: both would imply the very check that is missing. */
static u32 other_end(const Explanation *x, int other)
{
	const InputCondition *c = &x->condition[other];
	u32 end = other == NEW ? c->checked : (u32)c->list.len;
	u64 at;
	while (other == NEW && end &&
		   !intmap_get(&x->condition[OLD].has, c->list.at[end - 1].c.cond, &at))
		end--;
	return end;
}

/* Builds the conditions of a query: the other's condition, unless it is asked alone, and the
 * decisions before it. */
static void make_prefix(Explanation *x, int side, u32 asked, bool alone)
{
	const ExprList *base = &x->config.inputs->shapes.at[x->config.shape].base;
	const InputCondition *own = &x->condition[side], *other = &x->condition[!side];
	u32 end = alone ? 0 : other_end(x, !side);
	x->prefix.len = 0;
	vec_append(&x->prefix, base->at, base->len);
	inputs_canonical_conditions(x->config.inputs, x->config.shape, &x->prefix);
	vec_append(&x->prefix, x->pair.fixed.at, x->pair.fixed.len);
	for (u32 i = 0; i < end; i++)
		vec_push(&x->prefix, other->list.at[i].c.cond);
	for (u32 i = 0; i < asked; i++)
		vec_push(&x->prefix, own->list.at[i].c.cond);
}

/* ---- whether an answer did what it was solved for ---- */

/* The latest run of a program has all these decisions. */
static bool decided_all(const Explanation *x, int side, u32 end)
{
	const InputCondition *c = &x->condition[side];
	size_t n;
	const Constraint *all = machine_constraints(x->of[side].machine, &n);
	IntMap has = {0};
	bool good = true;
	u64 at;
	for (size_t i = 0; i < n; i++)
		intmap_put(&has, all[i].cond, i);
	for (u32 i = 0; good && i < end; i++)
		good = c->list.at[i].predicate || intmap_get(&has, c->list.at[i].c.cond, &at);
	intmap_free(&has);
	return good;
}

/* True if the latest run of the suspect's program decided otherwise there. */
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
	const RunResult *r = &x->of[side].result;
	return r->outcome == RAN_ERROR && r->loc == one->loc;
}

/* ---- lines ---- */

static const Loc *loc_of(const Explanation *x, int side, u32 at)
{
	return &x->config.subject[side]->program->locs.at[at];
}

ExplainSuspect *explain_suspect_at(Explanation *x, int side, u32 file, u32 line)
{
	for (size_t i = 0; i < x->suspects.len; i++) {
		ExplainSuspect *s = &x->suspects.at[i];
		if (s->side == side && s->line == line && s->file == file)
			return s;
	}
	return NULL;
}

ExplainSuspect *explain_suspect_add(Explanation *x, int side, u32 file, u32 line)
{
	ExplainSuspect fresh = {.side = side,
							.file = file,
							.line = line,
							.changed = explain_line_changed(x, side, file, line)};
	fresh.edited = x->edits.at.len ? explain_edit_at(x, &x->edits, side, file, line) != NO_OPERAND
								   : fresh.changed;
	assignment_init(&fresh.input, x->pool);
	vec_push(&x->suspects, fresh);
	return &vec_last(&x->suspects);
}

/* ---- asking ---- */

/* A decision to be asked. */
typedef struct Asked {
	int side;
	u32 at;       /* in its condition */
	bool changed; /* on a line of a change */
	bool library;
	bool alone; /* without the other's condition: see is_control */
	u32 before; /* decisions behind it */
} Asked;

typedef VEC(Asked) AskedList;

/* Orders the most promising first: changed lines, the program's own code, NEW's decisions, which may
 * make OLD's superfluous, decisions near the end. */
static int by_promise(const void *a, const void *b)
{
	const Asked *x = a, *y = b;
	const i64 by[] = {(i64)x->alone - y->alone,     (i64)y->changed - x->changed,
					  (i64)x->library - y->library, (i64)y->side - x->side,
					  (i64)x->before - y->before,   (i64)x->at - y->at};
	for (size_t i = 0; i < countof(by); i++)
		if (by[i])
			return by[i] < 0 ? -1 : 1;
	return 0;
}

/* OLD's own decisions that what differs first depends on are asked in any case. NEW may decide the
 * same and do nothing with it, or do so because it went on to an error; then its condition implies the
 * very check that it lacks. */
static bool is_control(const Explanation *x, int side, const Decision *d)
{
	const Program *p = x->config.subject[side]->program;
	return side == OLD && !d->predicate && p->functions.at[d->c.function].kind == FN_SUBJECT;
}

static void list_asked(Explanation *x, int side, bool predicates, AskedList *to)
{
	const InputCondition *own = &x->condition[side], *other = &x->condition[!side];
	const Program *p = x->config.subject[side]->program;
	u32 end = other_end(x, !side);
	for (u32 i = 0; i < own->list.len; i++) {
		const Decision *d = &own->list.at[i];
		const Loc *loc = loc_of(x, side, d->c.loc);
		u64 at;
		if (d->predicate != predicates)
			continue;
		x->stats.asked++;
		bool implied = intmap_get(&other->has, d->c.cond, &at) && at < end;
		x->stats.implied += implied;
		if (implied && !is_control(x, side, d))
			continue;
		vec_push(to, ((Asked){.side = side,
							  .at = i,
							  .changed = explain_line_changed(x, side, loc->file, loc->line),
							  .library = p->functions.at[d->c.function].kind == FN_LIBC,
							  .alone = implied,
							  .before = own->n > d->nth ? own->n - d->nth : 0}));
	}
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

/* An input on which only this decision is another: run, and kept if it is so. One that was asked
 * alone must repair it. */
static void take_suspect(Explanation *x, const Asked *a, bool alone)
{
	const Decision *one = &x->condition[a->side].list.at[a->at];
	explain_run(x, &x->scratch);
	if ((alone ? !explain_passes(x) : !decided_all(x, !a->side, other_end(x, !a->side))) ||
		(one->predicate ? !decided_all(x, a->side, a->at) : !took_other_way(x, a->side, &one->c))) {
		x->stats.diverged++;
		return;
	}
	bool passes = explain_passes(x);
	if (budget_over(x->config.budget)) {
		x->cut = true; /* the query was not answered */
		return;
	}
	u32 edits = explain_edits(x, &x->scratch);
	const Loc *loc = loc_of(x, a->side, one->c.loc);
	ExplainSuspect *s = explain_suspect_at(x, a->side, loc->file, loc->line);
	s = s ? s : explain_suspect_add(x, a->side, loc->file, loc->line);
	if (passes)
		explain_keep_nearest(x, &x->scratch, edits);
	if (s->count++ && !speaks_better(s, passes, a->library, edits))
		return;
	s->kind = one->predicate ? SUSPECT_PREDICATE : SUSPECT_DECISION;
	s->idle = (!s->changed || !x->config.map) && !passes && explain_differs_as_before(x);
	s->passes = passes;
	s->alone = alone;
	s->alike = explain_differ(x, &(u64){0}) == DIFFER_NOTHING;
	s->library = a->library;
	s->edits = edits;
	s->before = a->before;
	s->cond = one->c.cond;
	assignment_copy(&s->input, &x->scratch);
}

static SolveResult ask_one(Explanation *x, const Asked *a, bool alone)
{
	Expr cond = x->condition[a->side].list.at[a->at].c.cond;
	make_prefix(x, a->side, a->at, alone);
	SolveResult r = solve(x->solver, x->prefix.at, x->prefix.len, expr_not(x->pool, cond),
						  &x->start, &x->scratch);
	if (r == SOLVE_SAT)
		take_suspect(x, a, alone);
	x->stats.unknown += r == SOLVE_UNKNOWN;
	return r;
}

static void ask(Explanation *x, const Asked *a, AskedList *implied)
{
	SolveResult r = a->alone ? SOLVE_UNSAT : ask_one(x, a, false);
	x->stats.implied += r == SOLVE_UNSAT && !a->alone;
	const Decision *d = &x->condition[a->side].list.at[a->at];
	if (r == SOLVE_UNSAT)
		intmap_put(&x->condition[a->side].implied, d->c.cond, 1);
	if (r == SOLVE_UNSAT && is_control(x, a->side, d))
		vec_push(implied, *a);
}

/* True if something repairs it; changed: on a line of a change. */
static bool has_passing(const Explanation *x, bool changed)
{
	for (size_t i = 0; i < x->suspects.len; i++)
		if (x->suspects.at[i].passes && (!changed || x->suspects.at[i].changed))
			return true;
	return false;
}

/* Where nothing repairs it so far; those on lines that changed also where only others do. */
static void ask_alone(Explanation *x, const AskedList *list)
{
	u32 asked = 0;
	for (size_t i = 0; i < list->len && asked < ALONE; i++) {
		const Asked *a = &list->at[i];
		if (budget_over(x->config.budget)) {
			x->cut = true;
			return;
		}
		if (!has_passing(x, x->config.map && a->changed)) {
			ask_one(x, a, true);
			asked++;
		}
	}
}

/* Those decisions that are predicates, or those that are none. */
static void ask_all(Explanation *x, bool predicates)
{
	AskedList list = {0}, implied = {0};
	KeyMap asked = {0}; /* side, file, line -> queries so far */
	list_asked(x, NEW, predicates, &list);
	list_asked(x, OLD, predicates, &list);
	if (list.len)
		qsort(list.at, list.len, sizeof *list.at, by_promise);
	for (size_t i = 0; i < list.len; i++) {
		const Asked *a = &list.at[i];
		const Loc *loc = loc_of(x, a->side, x->condition[a->side].list.at[a->at].c.loc);
		Key key = KEY((u64)a->side, loc->file, loc->line);
		u64 n = 0;
		if (budget_over(x->config.budget)) {
			x->cut = true;
			break;
		}
		keymap_get(&asked, key, &n);
		const ExplainSuspect *s = explain_suspect_at(x, a->side, loc->file, loc->line);
		if (n >= LINE_ASKED || (s && s->passes && s->count >= LINE_PASSED) ||
			(a->side == OLD && explain_answered(x, loc->file, loc->line)))
			continue;
		keymap_put(&asked, key, n + 1);
		ask(x, a, &implied);
		if (x->config.tick && now_seconds() > x->ticked + TICK) {
			x->config.tick(x->config.tick_ctx);
			x->ticked = now_seconds();
		}
	}
	ask_alone(x, &implied);
	keymap_free(&asked);
	vec_free(&list);
	vec_free(&implied);
}

/* Adds the location where NEW's run failed, as the machine reports it. */
static void add_error_location(Explanation *x)
{
	const RunResult *r = &x->of[NEW].result;
	const Loc *loc = loc_of(x, NEW, r->loc);
	if (x->differs != DIFFER_ENDING || r->outcome != RAN_ERROR || !loc->line ||
		explain_suspect_at(x, NEW, loc->file, loc->line))
		return;
	ExplainSuspect *s = explain_suspect_add(x, NEW, loc->file, loc->line);
	s->kind = SUSPECT_ERROR;
	s->count = 1;
	s->is[NEW] = xstrdup(error_kind_name(r->error));
}

/* Asks about decisions. The solver leaves a third of the time for what is cheaper. */
static void ask_decisions(Explanation *x)
{
	Budget *b = x->config.budget;
	double now = now_seconds(), end = b->end;
	if (end > now)
		b->end = now + (end - now) * 2 / 3;
	ask_all(x, false);
	if (x->stats.by_value && !has_passing(x, false) && !budget_over(b)) {
		explain_run(x, &x->start);
		explain_conditions(x, false);
		ask_all(x, false);
	}
	b->end = end;
}

void explain_suspects(Explanation *x)
{
	Err ignored;
	const char *const *from = x->config.sources;
	if (x->config.map)
		edits_find(from[OLD] ? from[OLD] : x->config.subject[OLD]->version,
				   from[NEW] ? from[NEW] : x->config.subject[NEW]->version, &x->edits, &ignored);
	add_error_location(x);
	ask_decisions(x);
	explain_values(x);
	bool need = x->config.predicates == PREDICATES_ALWAYS ||
				(x->config.predicates == PREDICATES_BY_NEED && !has_passing(x, false));
	if (need && !budget_over(x->config.budget)) {
		explain_predicates(x);
		ask_all(x, true);
	}
	explain_declared(x);
	explain_leave_out(x);
	explain_rank(x);
	explain_nearest(x);
}
