/* overflow.c: inputs on which one version overflows and the other does not.
 *
 * Signed arithmetic wraps in the machine, and that is what is compared. Where C leaves an overflow
 * undefined a compiler may do something else, so the result has to say on which inputs that can
 * happen in one version only. A run says so of its own input, by chance; here the solver is asked.
 * Every pair of paths brings the conditions under which operations of either version overflow
 * (machine_overflows). Conditions that both have are no matter. Each of the others, without those
 * under which the other version overflows as well, is a question on that pair of paths. Questions
 * wait until the search is done, and those of a place end with its first witness.
 *
 * Nothing is lost by what the search leaves out. A pair of paths that executes no change is one
 * program run twice. A pair's condition ends early only where both versions are one program in
 * one state (prune.c): they overflow alike from there on. What comes before the cut hangs on the
 * decisions before it alone, so its conditions hold for all inputs of the pair; what comes after it
 * is not looked at. Partitions by output or change are larger than a path, so there the whole
 * path of the run is asked about, and it is said that others were not.
 */

#include "explore/fill.h"
#include "claim/claim.h"

enum {
	ROOM = 16 << 20,       /* decisions that are kept of all pairs of paths with questions */
	TOGETHER = 64,         /* questions of a path that are asked as one */
	OTHERS = 32,           /* overflows of the other version that a question excludes */
	CONDITION_LIMIT = 400, /* characters of a condition's text */
};

/* Where one version may overflow alone. */
typedef struct OverflowPlace {
	int side;
	u32 loc;                 /* in the version's own numbers */
	u32 left;                /* questions beyond what is kept */
	u32 open;                /* questions without an answer */
	char *input, *condition; /* of the witness; NULL: there is none */
} OverflowPlace;

/* A pair of paths with questions. */
typedef struct OverflowPath {
	KeptInput input;
	ExprList conds;
} OverflowPath;

typedef struct OverflowQuestion {
	u32 place, path;
	Expr goal;
	bool done; /* it had its answer */
} OverflowQuestion;

struct Overflows {
	VEC(OverflowPlace) places;
	IntMap place_of; /* side and place -> position */
	VEC(OverflowPath) paths;
	VEC(OverflowQuestion) questions;
	size_t size;    /* decisions of all paths */
	u64 incomplete; /* pairs of paths of which not all operations are known */
	u64 partial;    /* partitions of which one path was asked about */
	bool seen;      /* some run had an operation that may overflow */
};

void overflows_prepare(Claim *claim)
{
	if (claim->search->changes.none)
		return;
	claim->overflows = xcalloc(1, sizeof *claim->overflows);
	for (int side = OLD; side <= NEW; side++)
		machine_keep_overflows(claim->search->machine[side]);
}

static void drop_questions(Overflows *o)
{
	for (size_t i = 0; i < o->paths.len; i++) {
		kept_input_free(&o->paths.at[i].input);
		vec_free(&o->paths.at[i].conds);
	}
	vec_free(&o->paths);
	vec_free(&o->questions);
}

void overflows_free(Claim *claim)
{
	Overflows *o = claim->overflows;
	if (!o)
		return;
	drop_questions(o);
	for (size_t i = 0; i < o->places.len; i++) {
		free(o->places.at[i].input);
		free(o->places.at[i].condition);
	}
	vec_free(&o->places);
	intmap_free(&o->place_of);
	free(o);
	claim->overflows = NULL;
}

/* ---- witnesses ---- */

static bool has_overflow(const RunResult *r)
{
	for (size_t i = 0; i < r->n_notes; i++)
		if (!strcmp(r->notes[i].kind, "overflow"))
			return true;
	return false;
}

/* In the latest run, this version and not the other. */
static bool overflows_alone(const Claim *claim, int side)
{
	return has_overflow(&claim->search->pair.result[side]) &&
		   !has_overflow(&claim->search->pair.result[!side]);
}

static char *input_of_witness(Claim *claim, u32 shape)
{
	Buf text = {0};
	buf_adds(&text, claim->search->config.subject[NEW]->name);
	claim_input_text(claim, shape, &claim->search->find.witness, &text);
	return text.at;
}

/* Keeps the witness, which overflows as asked for. */
static void keep_witness(Claim *claim, OverflowPlace *place, u32 shape, const ExprList *conds,
						 Expr goal)
{
	size_t base = claim->search->config.inputs->shapes.at[shape].base.len;
	Buf text = {0};
	ExprList all = {0};
	for (size_t i = base; i < conds->len; i++)
		vec_push(&all, conds->at[i]);
	vec_push(&all, goal);
	Finder *find = &claim->search->find;
	finder_say(find, shape, &find->witness, all.at, all.len, CONDITION_LIMIT, &text);
	place->condition = text.at ? text.at : xstrdup("");
	place->input = input_of_witness(claim, shape);
	vec_free(&all);
}

/* ---- collecting ---- */

static u32 place_for(Overflows *o, int side, u32 loc)
{
	u64 key = ((u64)loc << 1 | (u64)side) + 1, at;
	if (intmap_get(&o->place_of, key, &at))
		return (u32)at;
	intmap_put(&o->place_of, key, o->places.len);
	vec_push(&o->places, ((OverflowPlace){.side = side, .loc = loc}));
	return (u32)o->places.len - 1;
}

/* The operations before the cut. */
static const Overflow *operations(Claim *claim, int side, size_t *n, bool *left)
{
	const Overflow *list = machine_overflows(claim->search->machine[side], n, left);
	while (*n && list[*n - 1].constraints > claim->search->pair.kept[side])
		--*n;
	return list;
}

/* cond, and no overflow of the other version; EXPR_FALSE: that cannot be. */
static Expr question(ExprPool *p, Expr cond, const Overflow *other, size_t n)
{
	Expr none = EXPR_TRUE;
	for (size_t i = 0; i < n; i++)
		if (other[i].cond == cond || other[i].cond == EXPR_TRUE)
			return EXPR_FALSE;
	for (size_t i = 0; i < n && i < OTHERS; i++)
		none = expr_and(p, none, expr_not(p, other[i].cond));
	return expr_and(p, cond, none);
}

static void path_conditions(Claim *claim, u32 shape, const ExprList *conds, ExprList *to)
{
	const ExprList *base = &claim->search->config.inputs->shapes.at[shape].base;
	if (claim->search->pair.by == BY_PATH) {
		for (size_t i = 0; i < conds->len; i++)
			vec_push(to, conds->at[i]);
		return;
	}
	for (size_t i = 0; i < base->len; i++)
		vec_push(to, base->at[i]);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(claim->search->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			vec_push(to, list[i].cond);
	}
}

/* Whether a partition is more than the path of its run: the path decided something that the
 * partition leaves open. */
static bool is_larger(Claim *claim, const ExprList *conds)
{
	IntMap known = {0};
	u64 found;
	bool larger = false;
	for (size_t i = 0; i < conds->len; i++)
		intmap_put(&known, conds->at[i], 1);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(claim->search->machine[side], &n);
		for (size_t i = 0; i < n && !larger; i++)
			larger = !intmap_get(&known, list[i].cond, &found);
	}
	intmap_free(&known);
	return larger;
}

static void add_question(Claim *claim, u32 place, u32 shape, const Assignment *input,
						 const ExprList *conds, Expr goal, bool *path_added)
{
	Overflows *o = claim->overflows;
	if (o->places.at[place].input)
		return;
	/* This very run shows it. If that counts, who compares the behaviours will see it. */
	if (!claim->config.count_overflow && overflows_alone(claim, o->places.at[place].side) &&
		conditions_hold(&claim->search->find, conds, goal, input)) {
		assignment_copy(&claim->search->find.witness, input);
		keep_witness(claim, &o->places.at[place], shape, conds, goal);
		return;
	}
	if (o->size > ROOM) {
		o->places.at[place].left++;
		return;
	}
	if (!*path_added) {
		OverflowPath path = {.input = inputs_keep(claim->search->config.inputs, shape, input)};
		path_conditions(claim, shape, conds, &path.conds);
		vec_push(&o->paths, path);
		o->size += path.conds.len;
		*path_added = true;
	}
	vec_push(&o->questions, ((OverflowQuestion){place, (u32)o->paths.len - 1, goal, false}));
}

void overflows_after_path(Claim *claim, u32 shape, const Assignment *input, const ExprList *conds)
{
	Overflows *o = claim->overflows;
	bool path_added = false, left[2];
	size_t n[2];
	const Overflow *list[2];
	if (!o || !claim->search->changes.executed.len)
		return;
	for (int side = OLD; side <= NEW; side++)
		list[side] = operations(claim, side, &n[side], &left[side]);
	o->seen |= n[OLD] || n[NEW] || left[OLD] || left[NEW];
	o->incomplete += left[OLD] || left[NEW];
	o->partial += claim->search->pair.by != BY_PATH && is_larger(claim, conds);
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < n[side]; i++) {
			Expr goal = question(claim->search->pool, list[side][i].cond, list[!side], n[!side]);
			if (goal != EXPR_FALSE)
				add_question(claim, place_for(o, side, list[side][i].loc), shape, input, conds,
							 goal, &path_added);
		}
}

/* ---- asking ---- */

/* Runs the witness: both versions must do what was asked for. */
static bool take_witness(Claim *claim, OverflowPlace *place, const OverflowPath *path, Expr goal)
{
	search_observe(claim->search, path->input.shape, &claim->search->find.witness);
	if (joint_was_cut(&claim->search->pair) || !overflows_alone(claim, place->side))
		return false;
	keep_witness(claim, place, path->input.shape, &path->conds, goal);
	if (claim->config.count_overflow)
		claim->client.overflow(claim->client.ctx, path->input.shape, &path->conds, goal);
	return true;
}

/* An input of the path on which the goal holds, in the witness. */
static SolveResult find_input(Claim *claim, OverflowPath *path, Expr goal)
{
	Assignment input = {0};
	SolveResult r = SOLVE_UNKNOWN;
	assignment_init(&input, claim->search->pool);
	inputs_recall(claim->search->config.inputs, &path->input, &input);
	assignment_copy(&claim->search->find.witness, &input);
	if (conditions_hold(&claim->search->find, &path->conds, goal, &input))
		r = SOLVE_SAT;
	else if (claim->search->config.strategy != STRATEGY_RANDOM)
		r = solve_near(&claim->search->find, path->input.shape, &input, &path->conds, goal,
					   &claim->search->find.witness);
	if (r == SOLVE_SAT)
		inputs_canonical(claim->search->config.inputs, path->input.shape,
						 &claim->search->find.witness);
	assignment_free(&input);
	return r;
}

/* the witness is an input for the question, or perhaps not. */
static void take_input(Claim *claim, OverflowQuestion *q)
{
	OverflowPlace *place = &claim->overflows->places.at[q->place];
	OverflowPath *path = &claim->overflows->paths.at[q->path];
	q->done = true;
	shape_witness(&claim->search->find, path->input.shape, &path->conds, q->goal, false,
				  &claim->search->find.witness);
	place->open += !take_witness(claim, place, path, q->goal);
}

/* One of n questions on a path that is to be asked. */
static bool is_asked(const Claim *claim, const OverflowQuestion *q)
{
	return !q->done && !claim->overflows->places.at[q->place].input;
}

/* All questions of a path at once: mostly the answer to all of them is no. False: ask one by one.
 */
static bool ask_together(Claim *claim, OverflowQuestion *q, size_t n)
{
	OverflowPath *path = &claim->overflows->paths.at[q->path];
	for (;;) {
		Expr any = EXPR_FALSE;
		for (size_t i = 0; i < n; i++)
			if (is_asked(claim, &q[i]))
				any = expr_or(claim->search->pool, any, q[i].goal);
		if (any == EXPR_FALSE)
			return true;
		SolveResult r = find_input(claim, path, any);
		if (r != SOLVE_SAT)
			return r == SOLVE_UNSAT;
		size_t i = 0;
		while (i < n && !(is_asked(claim, &q[i]) &&
						  conditions_hold(&claim->search->find, &path->conds, q[i].goal,
										  &claim->search->find.witness)))
			i++;
		if (i == n) /* the end of a string was not where the solver thought */
			return false;
		take_input(claim, &q[i]);
	}
}

static void ask_path(Claim *claim, OverflowQuestion *q, size_t n)
{
	if (ask_together(claim, q, n))
		return;
	for (size_t i = 0; i < n; i++) {
		if (!is_asked(claim, &q[i]))
			continue;
		SolveResult r = find_input(claim, &claim->overflows->paths.at[q->path], q[i].goal);
		claim->overflows->places.at[q[i].place].open += r == SOLVE_UNKNOWN;
		if (r == SOLVE_SAT)
			take_input(claim, &q[i]);
	}
}

void overflows_ask(Claim *claim)
{
	Overflows *o = claim->overflows;
	if (!o)
		return;
	for (size_t i = 0, n; i < o->questions.len && !claim->enough; i += n) {
		OverflowQuestion *q = &o->questions.at[i];
		for (n = 1; n < TOGETHER && i + n < o->questions.len && q[n].path == q->path;)
			n++;
		if (!solver_over(claim->search->find.solver))
			ask_path(claim, q, n);
		else
			for (size_t k = 0; k < n; k++)
				o->places.at[q[k].place].open++;
	}
	drop_questions(o);
}

/* ---- telling ---- */

static u64 unanswered(const Overflows *o)
{
	u64 n = o->incomplete;
	for (size_t i = 0; i < o->places.len; i++)
		if (!o->places.at[i].input)
			n += o->places.at[i].open + o->places.at[i].left;
	return n;
}

bool overflows_open(const Claim *claim)
{
	return claim->overflows && claim->config.count_overflow &&
		   (unanswered(claim->overflows) || claim->overflows->partial);
}

void overflows_notes(const Claim *claim, Result *r)
{
	const Overflows *o = claim->overflows;
	bool counts = claim->config.count_overflow;
	if (!o || !claim->ended || claim->enough)
		return;
	if (unanswered(o))
		result_note(r, "overflow", "whether one version alone overflows could not be answered",
					result_nowhere, unanswered(o), counts);
	if (o->partial && (o->seen || counts))
		result_note(r, "overflow", "looked for on one path of each partition", result_nowhere, 1,
					counts);
}

void overflows_fill(const Claim *claim, Result *r)
{
	const Overflows *o = claim->overflows;
	if (!o)
		return;
	for (size_t i = 0; i < o->places.len; i++) {
		const OverflowPlace *place = &o->places.at[i];
		if (!place->input)
			continue;
		ResultOverflow one = {
			.subject = (u32)place->side,
			.where = fill_place(r, claim->search->config.subject[place->side]->program, place->loc),
			.input = place->input,
			.condition = place->condition};
		vec_push(&r->versions.overflows, one);
	}
	r->versions.overflow_open = unanswered(o) > 0;
}
