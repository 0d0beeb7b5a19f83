/* partition.c: the condition of an input's partition by output, in both versions.
 *
 * A run that tracks dependences knows the decisions that the outputs depend on by data, control or
 * potential dependence. All inputs that satisfy these decisions have the same symbolic outputs; `drift
 * test --strategy output` relies on the same argument. We do not rely on it alone: for decisions of the
 * path that are dropped, the solver finds an input that decides otherwise, and a run of it must do what
 * the two behaviours say. */
#include "versions/general/impl.h"

#include "base/observe.h"

enum {
	MOST_PROGRAM =
		100000, /* instructions of a version's code: dependences need static analyses of all of it */
	MOST_INSNS = 1 << 20, /* instructions of a run of a version that is run with tracking */
	MOST_WORK = 1 << 25,  /* instructions of all such runs */
	MOST_TRIED = 8,       /* dropped decisions of a condition that a run checks */
	PATIENCE = 6,         /* attempts in a row that fail before attempts become rare */
	RARE = 8,             /* one of so many then */
};

/* What an attempt needs. */
typedef struct PartitionTrial {
	General *g;
	GeneralCase *c;
	ExprList partition; /* its condition */
	ExprList dropped;   /* parts of the path's condition that are not in it */
	Behaviour want[2];  /* as expressions */
	Behaviour now[2];   /* scratch: of an input that is tried */
} PartitionTrial;

/* ---- machines ---- */

static bool small_enough(const General *g)
{
	u64 n = 0;
	for (int side = OLD; side <= NEW; side++) {
		u64 one = search_result(g->search, side)->instructions;
		if (one > MOST_INSNS)
			return false;
		n += one;
	}
	return g->work + n <= MOST_WORK;
}

static bool is_small(const Program *p)
{
	u64 n = 0;
	for (size_t i = 0; i < p->functions.len; i++)
		n += p->functions.at[i].n_ins;
	return n <= MOST_PROGRAM;
}

static bool start(General *g)
{
	const SearchConfig *c = search_config(g->search);
	Err ignored;
	MachineOptions options = {.purpose = MACHINE_TRACKING,
							  .tracked = STATIC_CAREFUL,
							  .budget = solver_budget(search_finder(g->search)->solver)};
	if (g->machines != MACHINES_NONE)
		return g->machines == MACHINES_READY;
	g->machines = MACHINES_FAILED;
	if (!is_small(c->subject[OLD]->program) || !is_small(c->subject[NEW]->program) ||
		!product_start(&g->pair, c->subject, 2, c->inputs, &options, &ignored))
		return false;
	g->pair.by = BY_OUTPUT;
	for (int side = OLD; side <= NEW; side++)
		g->pair.condition[side] = (Condition){.by = BY_OUTPUT,
											  .s = subject_static(c->subject[side], STATIC_CAREFUL),
											  .outputs = observed_outputs(c->observe)};
	g->machines = MACHINES_READY;
	return true;
}

/* Runs an input in both versions; returns false if a run has no end that can be compared. */
static bool run(General *g, u32 shape, const Assignment *a, Behaviour to[2])
{
	const SearchConfig *c = search_config(g->search);
	product_observe(&g->pair, shape, a);
	if (product_was_cut(&g->pair))
		return false;
	for (int side = OLD; side <= NEW; side++) {
		const RunResult *r = &g->pair.result[side];
		g->work += r->instructions;
		if (r->outcome > RAN_ERROR)
			return false;
		behaviour_free(&to[side]);
		to[side] = (Behaviour){0};
		behaviour_take(&to[side], search_pool(g->search), g->pair.version[side].m, r, a,
					   c->observe);
	}
	return true;
}

/* ---- the condition ---- */

static bool has(const ExprList *list, Expr e)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == e)
			return true;
	return false;
}

/* Takes the condition of the run under way. Returns false if it is not weaker than the path's. */
static bool take_condition(PartitionTrial *x)
{
	General *g = x->g;
	expr_eval_begin(g->eval, x->c->input);
	for (size_t i = 0; i < g->pair.all.len; i++) {
		Expr e = g->pair.all.at[i].cond;
		if (!expr_eval_value(g->eval, e))
			return false;
		if (!has(&x->partition, e))
			vec_push(&x->partition, e);
	}
	for (size_t i = 0; i < x->partition.len; i++)
		if (!has(x->c->conds, x->partition.at[i]) &&
			!general_implies(g, x->c, x->c->conds, x->partition.at[i]))
			return false;
	for (size_t i = 0; i < x->c->conds->len; i++)
		if (!has(&x->partition, x->c->conds->at[i]))
			vec_push(&x->dropped, x->c->conds->at[i]);
	return x->dropped.len > 0;
}

/* ---- the check ---- */

static bool text_is(PartitionTrial *x, const OutItems *items, const OutItems *other,
					const Buf *text)
{
	ExprPool *pool = search_pool(x->g->search);
	Buf want = {0}, have = {0};
	items_render(pool, items, x->g->eval, &want);
	if (other)
		items_render(pool, other, x->g->eval, &have);
	const Buf *is = other ? &have : text;
	bool same = want.len == is->len && !memcmp(buf_str(&want), buf_str(is), want.len);
	buf_free(&want);
	buf_free(&have);
	return same;
}

static bool files_are(PartitionTrial *x, const Behaviour *want, const Behaviour *now)
{
	bool same = want->files.len == now->files.len;
	for (size_t i = 0; same && i < want->files.len; i++)
		same = file_left_alike(&want->files.at[i], &now->files.at[i]) &&
			   text_is(x, &want->files.at[i].items, &now->files.at[i].items, NULL);
	return same;
}

/* True if a version did on the model what its formulas say. */
static bool did(PartitionTrial *x, int side)
{
	const Behaviour *want = &x->want[side], *now = &x->now[side];
	u32 observe = search_config(x->g->search)->observe;
	int status =
		want->status_expr ? (int)expr_eval_value(x->g->eval, want->status_expr) : want->status;
	if (want->outcome != now->outcome || want->error != now->error)
		return false;
	if (observe & OBSERVE_STATUS && want->outcome <= RAN_SIGNAL && status != now->status)
		return false;
	for (u32 i = 0; i < 2; i++)
		if (observe & (i ? OBSERVE_STDERR : OBSERVE_STDOUT) &&
			!text_is(x, &want->items[i], NULL, &now->text[i]))
			return false;
	return !(observe & OBSERVE_FILES) || files_are(x, want, now);
}

/* Runs an input of the partition that decides otherwise than a dropped decision. Returns false if it
 * does not do what the formulas say. *weaker: set if there may be such an input. */
static bool try_otherwise(PartitionTrial *x, const ExprList *given, Expr dropped, bool *weaker)
{
	General *g = x->g;
	ExprPool *pool = search_pool(g->search);
	SolveResult r = solve(general_solver(g), given->at, given->len, expr_not(pool, dropped),
						  x->c->input, &g->model);
	*weaker |= r != SOLVE_UNSAT;
	if (r != SOLVE_SAT)
		return true;
	if (!run(g, x->c->shape, &g->model, x->now))
		return false;
	expr_eval_begin(g->eval, &g->model);
	return did(x, OLD) && did(x, NEW);
}

/* Returns false also if the partition has no more inputs than the path, as far as this shows. */
static bool check(PartitionTrial *x)
{
	General *g = x->g;
	ExprList given = {0};
	const ExprList *base = &search_shape(g->search, x->c->shape)->base;
	vec_append(&given, base->at, base->len);
	inputs_canonical_conditions(search_inputs(g->search), x->c->shape, &given);
	vec_append(&given, x->partition.at, x->partition.len);
	vec_push(&given, x->c->differs);
	size_t n = x->dropped.len, step = n > MOST_TRIED ? n / MOST_TRIED : 1;
	bool good = true, weaker = false;
	for (size_t i = 0, tried = 0; good && i < n && tried < MOST_TRIED; i += step, tried++)
		good = general_may(g) && small_enough(g) &&
			   try_otherwise(x, &given, x->dropped.at[i], &weaker);
	vec_free(&given);
	return good && weaker;
}

/* Parts of the path's condition that the partition implies stay: they are often easier to read than
 * those that imply them. */
static void keep_implied(PartitionTrial *x)
{
	ExprList given = {0};
	vec_append(&given, x->partition.at, x->partition.len);
	vec_push(&given, x->c->differs);
	for (size_t i = 0; i < x->dropped.len; i++)
		if (general_implies(x->g, x->c, &given, x->dropped.at[i]))
			vec_push(&x->partition, x->dropped.at[i]);
	vec_free(&given);
}

static bool attempt(PartitionTrial *x)
{
	General *g = x->g;
	u32 observe = search_config(g->search)->observe;
	if (!small_enough(g) || !general_may(g) || !start(g) ||
		!run(g, x->c->shape, x->c->input, x->want))
		return false;
	const Behaviour *seen = search_behaviours(g->search);
	for (int side = OLD; side <= NEW; side++)
		if (!behaviour_identical(&x->want[side], &seen[side], observe))
			return false;
	if (!take_condition(x) || !check(x))
		return false;
	keep_implied(x);
	return true;
}

/* Where all decisions affect the output, partitions are paths, and attempts cost runs for nothing. */
static bool worth_trying(General *g)
{
	return g->failures++ < PATIENCE || g->failures % RARE == 0;
}

bool general_partition(General *g, GeneralCase *c)
{
	/* Dependences are known of outputs, not of the memory that a function leaves. */
	if (search_config(g->search)->entry || search_product(g->search)->by != BY_PATH ||
		!worth_trying(g))
		return false;
	PartitionTrial x = {.g = g, .c = c};
	bool good = attempt(&x);
	if (good) {
		g->failures = 0;
		c->conds->len = 0;
		vec_append(c->conds, x.partition.at, x.partition.len);
	}
	for (int side = OLD; side <= NEW; side++) {
		behaviour_free(&x.want[side]);
		behaviour_free(&x.now[side]);
	}
	vec_free(&x.partition);
	vec_free(&x.dropped);
	return good;
}
