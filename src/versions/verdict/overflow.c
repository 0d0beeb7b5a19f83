/* overflow.c: inputs on which one version overflows and the other does not.
 *
 * Signed arithmetic wraps in the machine, and the wrapped values are compared. A compiler may do
 * something else, since C leaves the overflow undefined. So the result must say on which inputs
 * only one version can overflow. A run shows that for its own input, by chance; here we ask the
 * solver. Every pair of paths has the conditions under which operations of either version overflow
 * (machine_overflows). Conditions of both versions are dropped. Each of the others, without the
 * conditions under which the other version overflows as well, is a query on that pair of paths.
 * Queries wait until the search is done, and those of a location end with its first witness.
 *
 * This misses nothing that the search leaves out. A pair of paths that executes no change is one
 * program run twice. A pair's condition ends early only where both versions are one program in one
 * state (prune.c): they overflow alike from there on. Overflows before the cut depend only on the
 * decisions before it, so their conditions are valid for all inputs of the pair; overflows after it
 * are not queried. Partitions by output or change are larger than a path. For these the query
 * covers only the path of the run, and the result says that others were not asked. */

#include "engine/explore/fill.h"
#include "versions/verdict/impl.h"

enum {
	ROOM = 16 << 20,       /* decisions that are kept of all pairs of paths with questions */
	TOGETHER = 64,         /* questions of a path that are asked as one */
	OTHERS = 32,           /* overflows of the other version that a question excludes */
	CONDITION_LIMIT = 400, /* characters of a condition's text */
};

/* Where one version may overflow alone. */
typedef struct OverflowSite {
	int side;
	u32 loc;                 /* in the version's own numbers */
	u32 left;                /* questions beyond what is kept */
	u32 open;                /* questions without an answer */
	char *input, *condition; /* of the witness; NULL: there is none */
} OverflowSite;

/* A pair of paths with questions. */
typedef struct OverflowPath {
	KeptInput input;
	ExprList conds;
} OverflowPath;

typedef struct OverflowQuestion {
	u32 location, path;
	Expr goal;
	bool done; /* it had its answer */
} OverflowQuestion;

struct Overflows {
	VEC(OverflowSite) locations;
	IntMap location_of; /* side and location -> position */
	VEC(OverflowPath) paths;
	VEC(OverflowQuestion) questions;
	size_t size;    /* decisions of all paths */
	u64 incomplete; /* pairs of paths of which not all operations are known */
	u64 partial;    /* partitions of which one path was asked about */
	bool seen;      /* some run had an operation that may overflow */
	u64 share_end;  /* work of the solver up to which a query gets all the effort it needs */
};

void overflows_prepare(Comparison *comparison)
{
	if (search_unchanged(comparison->search) || search_proved(comparison->search))
		return;
	comparison->overflows = xcalloc(1, sizeof *comparison->overflows);
	for (int side = OLD; side <= NEW; side++)
		machine_keep_overflows(search_machine(comparison->search, side));
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

void overflows_free(Comparison *comparison)
{
	Overflows *o = comparison->overflows;
	if (!o)
		return;
	drop_questions(o);
	for (size_t i = 0; i < o->locations.len; i++) {
		free(o->locations.at[i].input);
		free(o->locations.at[i].condition);
	}
	vec_free(&o->locations);
	intmap_free(&o->location_of);
	free(o);
	comparison->overflows = NULL;
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
static bool overflows_alone(const Comparison *comparison, int side)
{
	return has_overflow(search_result(comparison->search, side)) &&
		   !has_overflow(search_result(comparison->search, !side));
}

static char *input_of_witness(Comparison *comparison, u32 shape)
{
	const SearchConfig *c = search_config(comparison->search);
	InputText how = {.inputs = c->inputs, .name = c->subject[NEW]->name, .entry = c->entry};
	Buf text = {0};
	input_text(&how, shape, &search_finder(comparison->search)->witness, &text);
	return text.at;
}

/* Keeps the witness, which overflows as asked for. */
static void keep_witness(Comparison *comparison, OverflowSite *location, u32 shape,
						 const ExprList *conds, Expr goal)
{
	size_t base = search_shape(comparison->search, shape)->base.len;
	Buf text = {0};
	ExprList all = {0};
	for (size_t i = base; i < conds->len; i++)
		vec_push(&all, conds->at[i]);
	vec_push(&all, goal);
	Finder *find = search_finder(comparison->search);
	finder_say(find, shape, &find->witness, all.at, all.len, CONDITION_LIMIT, &text);
	location->condition = text.at ? text.at : xstrdup("");
	location->input = input_of_witness(comparison, shape);
	vec_free(&all);
}

/* ---- collecting ---- */

static u32 location_for(Overflows *o, int side, u32 loc)
{
	u64 key = ((u64)loc << 1 | (u64)side) + 1, at;
	if (intmap_get(&o->location_of, key, &at))
		return (u32)at;
	intmap_put(&o->location_of, key, o->locations.len);
	vec_push(&o->locations, ((OverflowSite){.side = side, .loc = loc}));
	return (u32)o->locations.len - 1;
}

/* The operations before the cut. */
static const Overflow *operations(Comparison *comparison, int side, size_t *n, bool *left)
{
	const Overflow *list = machine_overflows(search_machine(comparison->search, side), n, left);
	while (*n && list[*n - 1].constraints > search_product(comparison->search)->kept[side])
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

static void path_conditions(Comparison *comparison, u32 shape, const ExprList *conds, ExprList *to)
{
	const ExprList *base = &search_shape(comparison->search, shape)->base;
	if (search_product(comparison->search)->by == BY_PATH) {
		vec_append(to, conds->at, conds->len);
		return;
	}
	vec_append(to, base->at, base->len);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(search_machine(comparison->search, side), &n);
		for (size_t i = 0; i < n; i++)
			vec_push(to, list[i].cond);
	}
}

/* True if a partition is more than the path of its run: the path decided something that the
 * partition leaves open. */
static bool is_larger(Comparison *comparison, const ExprList *conds)
{
	IntMap known = {0};
	u64 found;
	bool larger = false;
	for (size_t i = 0; i < conds->len; i++)
		intmap_put(&known, conds->at[i], 1);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(search_machine(comparison->search, side), &n);
		for (size_t i = 0; i < n && !larger; i++)
			larger = !intmap_get(&known, list[i].cond, &found);
	}
	intmap_free(&known);
	return larger;
}

static void add_question(Comparison *comparison, u32 location, u32 shape, const Assignment *input,
						 const ExprList *conds, Expr goal, bool *path_added)
{
	Overflows *o = comparison->overflows;
	if (o->locations.at[location].input)
		return;
	/* This very run shows it. If that counts, who compares the behaviours will see it. */
	if (!comparison->config.count_overflow &&
		overflows_alone(comparison, o->locations.at[location].side) &&
		conditions_hold(search_finder(comparison->search), conds, goal, input)) {
		assignment_copy(&search_finder(comparison->search)->witness, input);
		keep_witness(comparison, &o->locations.at[location], shape, conds, goal);
		return;
	}
	if (o->size > ROOM) {
		o->locations.at[location].left++;
		return;
	}
	if (!*path_added) {
		OverflowPath path = {.input = inputs_keep(search_inputs(comparison->search), shape, input)};
		path_conditions(comparison, shape, conds, &path.conds);
		vec_push(&o->paths, path);
		o->size += path.conds.len;
		*path_added = true;
	}
	vec_push(&o->questions, ((OverflowQuestion){location, (u32)o->paths.len - 1, goal, false}));
}

void overflows_after_path(Comparison *comparison, u32 shape, const Assignment *input,
						  const ExprList *conds)
{
	Overflows *o = comparison->overflows;
	bool path_added = false, left[2];
	size_t n[2];
	const Overflow *list[2];
	if (!o || !search_executed(comparison->search)->len)
		return;
	for (int side = OLD; side <= NEW; side++)
		list[side] = operations(comparison, side, &n[side], &left[side]);
	o->seen |= n[OLD] || n[NEW] || left[OLD] || left[NEW];
	o->incomplete += left[OLD] || left[NEW];
	o->partial += search_product(comparison->search)->by != BY_PATH && is_larger(comparison, conds);
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < n[side]; i++) {
			Expr goal = question(search_pool(comparison->search), list[side][i].cond, list[!side],
								 n[!side]);
			if (goal != EXPR_FALSE)
				add_question(comparison, location_for(o, side, list[side][i].loc), shape, input,
							 conds, goal, &path_added);
		}
}

/* ---- asking ---- */

/* Runs the witness: both versions must do what was asked for. */
static bool take_witness(Comparison *comparison, OverflowSite *location, const OverflowPath *path,
						 Expr goal)
{
	search_observe(comparison->search, path->input.shape,
				   &search_finder(comparison->search)->witness);
	if (search_cut_short(comparison->search) || !overflows_alone(comparison, location->side))
		return false;
	keep_witness(comparison, location, path->input.shape, &path->conds, goal);
	if (comparison->config.count_overflow)
		comparison->client.overflow(comparison->client.ctx, path->input.shape, &path->conds, goal);
	return true;
}

/* If overflow does not count, hard questions get a share of the work of the search. Work is counted,
 * not timed, so results can be repeated. */
static SolveEffort effort_now(const Comparison *comparison)
{
	const Solver *s = search_finder(comparison->search)->solver;
	bool enough = solver_stats(s)->work >= comparison->overflows->share_end;
	return enough && !comparison->config.count_overflow ? EFFORT_SOME : EFFORT_FULL;
}

/* An input of the path on which the goal holds, in the witness. */
static SolveResult find_input(Comparison *comparison, OverflowPath *path, Expr goal)
{
	Assignment input = {0};
	SolveResult r = SOLVE_UNKNOWN;
	assignment_init(&input, search_pool(comparison->search));
	inputs_recall(search_inputs(comparison->search), &path->input, &input);
	assignment_copy(&search_finder(comparison->search)->witness, &input);
	if (conditions_hold(search_finder(comparison->search), &path->conds, goal, &input))
		r = SOLVE_SAT;
	else if (!search_finder(comparison->search)->unsolved)
		r = overflow_solve(search_finder(comparison->search), path->input.shape, &input,
						   &path->conds, goal, effort_now(comparison));
	if (r == SOLVE_SAT)
		inputs_canonical(search_inputs(comparison->search), path->input.shape,
						 &search_finder(comparison->search)->witness);
	assignment_free(&input);
	return r;
}

/* the witness is an input for the question, or perhaps not. */
static void take_input(Comparison *comparison, OverflowQuestion *q)
{
	OverflowSite *location = &comparison->overflows->locations.at[q->location];
	OverflowPath *path = &comparison->overflows->paths.at[q->path];
	q->done = true;
	shape_witness(search_finder(comparison->search), path->input.shape, &path->conds, q->goal,
				  false, &search_finder(comparison->search)->witness);
	location->open += !take_witness(comparison, location, path, q->goal);
}

/* One of n questions on a path that is to be asked. */
static bool is_asked(const Comparison *comparison, const OverflowQuestion *q)
{
	return !q->done && !comparison->overflows->locations.at[q->location].input;
}

/* All questions of a path at once: mostly the answer to all of them is no. False: ask one by one.
 */
static bool ask_together(Comparison *comparison, OverflowQuestion *q, size_t n)
{
	OverflowPath *path = &comparison->overflows->paths.at[q->path];
	for (;;) {
		Expr any = EXPR_FALSE;
		for (size_t i = 0; i < n; i++)
			if (is_asked(comparison, &q[i]))
				any = expr_or(search_pool(comparison->search), any, q[i].goal);
		if (any == EXPR_FALSE)
			return true;
		SolveResult r = find_input(comparison, path, any);
		if (r != SOLVE_SAT)
			return r == SOLVE_UNSAT;
		size_t i = 0;
		while (i < n && !(is_asked(comparison, &q[i]) &&
						  conditions_hold(search_finder(comparison->search), &path->conds,
										  q[i].goal, &search_finder(comparison->search)->witness)))
			i++;
		if (i == n) /* the end of a string was not where the solver thought */
			return false;
		take_input(comparison, &q[i]);
	}
}

static void ask_path(Comparison *comparison, OverflowQuestion *q, size_t n)
{
	if (ask_together(comparison, q, n))
		return;
	for (size_t i = 0; i < n; i++) {
		if (!is_asked(comparison, &q[i]))
			continue;
		SolveResult r =
			find_input(comparison, &comparison->overflows->paths.at[q->path], q[i].goal);
		comparison->overflows->locations.at[q[i].location].open += r == SOLVE_UNKNOWN;
		if (r == SOLVE_SAT)
			take_input(comparison, &q[i]);
	}
}

void overflows_ask(Comparison *comparison)
{
	Overflows *o = comparison->overflows;
	if (!o)
		return;
	u64 work = solver_stats(search_finder(comparison->search)->solver)->work;
	o->share_end = work + work / 2;
	for (size_t i = 0, n; i < o->questions.len && !comparison->enough; i += n) {
		OverflowQuestion *q = &o->questions.at[i];
		for (n = 1; n < TOGETHER && i + n < o->questions.len && q[n].path == q->path;)
			n++;
		if (!solver_over(search_finder(comparison->search)->solver))
			ask_path(comparison, q, n);
		else
			for (size_t k = 0; k < n; k++)
				o->locations.at[q[k].location].open++;
	}
	drop_questions(o);
}

/* ---- telling ---- */

static u64 unanswered(const Overflows *o)
{
	u64 n = o->incomplete;
	for (size_t i = 0; i < o->locations.len; i++)
		if (!o->locations.at[i].input)
			n += o->locations.at[i].open + o->locations.at[i].left;
	return n;
}

bool overflows_open(const Comparison *comparison)
{
	return comparison->overflows && comparison->config.count_overflow &&
		   (unanswered(comparison->overflows) || comparison->overflows->partial);
}

void overflows_notes(const Comparison *comparison, Result *r)
{
	const Overflows *o = comparison->overflows;
	bool counts = comparison->config.count_overflow;
	if (!o || !comparison->ended || comparison->enough)
		return;
	if (unanswered(o))
		result_note(r, "overflow", "drift could not decide whether only one version overflows",
					result_nowhere, unanswered(o), counts);
	if (o->partial && (o->seen || counts))
		result_note(r, "overflow",
					"drift searched for overflows on one path of each partition only",
					result_nowhere, 1, counts);
}

void overflows_fill(const Comparison *comparison, Result *r)
{
	const Overflows *o = comparison->overflows;
	if (!o)
		return;
	for (size_t i = 0; i < o->locations.len; i++) {
		const OverflowSite *location = &o->locations.at[i];
		if (!location->input)
			continue;
		ResultOverflow one = {
			.subject = (u32)location->side,
			.where =
				fill_location(r, search_program(comparison->search, location->side), location->loc),
			.input = location->input,
			.condition = location->condition};
		vec_push(&r->versions.overflows, one);
	}
	r->versions.overflow_open = unanswered(o) > 0;
}
