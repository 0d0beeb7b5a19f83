/* search_checked.c: runs what a search left out (checked build).
 *
 * A search proves by leaving out: inputs behind a cut, and runs of NEW that would do what OLD did.
 * Here inputs of both kinds are run in both versions, from start to end, in separate machines. The
 * expressions that this creates are released, so that the search is not affected. */
#include "versions/search/impl.h"

#include "base/check.h"
#include "base/observe.h"

enum {
	PROBES = 6,                      /* decisions behind one cut that are negated */
	Z3_LIMIT = Z3_UNITS_SECOND / 50, /* units of a query */
	LIMIT_INSNS = 2 << 20,           /* of a run */
};

/* Machines beside the search. */
struct SearchCheck {
	Subject subject[2]; /* those of the search, without snapshots */
	ProductRunner pair; /* of them */
	Behaviour now[2];   /* of the latest run */
	Assignment model;   /* scratch */
	ExprEval *eval;     /* scratch */
};

static struct SearchCheck *check_of(Search *search)
{
	if (search->check)
		return search->check;
	struct SearchCheck *c = search->check = xcalloc(1, sizeof *c);
	MachineOptions options = {.purpose = MACHINE_PLAIN, .limit_insns = LIMIT_INSNS};
	Subject *both[2] = {&c->subject[OLD], &c->subject[NEW]};
	Err err;
	for (int side = OLD; side <= NEW; side++) {
		c->subject[side] = *search->config.subject[side];
		c->subject[side].from_start = true;
	}
	must_that(product_start(&c->pair, both, 2, search->config.inputs, &options, &err), "%s",
			  err.text);
	assignment_init(&c->model, search->pool);
	c->eval = expr_eval_new(search->pool);
	return c;
}

void search_check_free(Search *search)
{
	struct SearchCheck *c = search->check;
	if (!c)
		return;
	product_runner_free(&c->pair);
	for (int side = OLD; side <= NEW; side++)
		behaviour_free(&c->now[side]);
	assignment_free(&c->model);
	expr_eval_free(c->eval);
	free(c);
}

/* ---- two versions on an input ---- */

/* The end of a run is not known, or what it does is not defined: nothing is claimed of it. */
static bool says_nothing(const RunResult *r, const Behaviour *b)
{
	return r->cut || r->outcome > RAN_ERROR || b->uninitialised;
}

static bool same_values(const Search *search, const ProductRunner *pair)
{
	const EntryValue *v = pair->value;
	if (!search->config.entry || !(search->config.observe & OBSERVE_STATUS))
		return true;
	return v[OLD].returned == v[NEW].returned &&
		   (search->config.entry_type->result.pointers ||
			search->config.entry_type->result.by_value || search->config.entry_old ||
			v[OLD].lo == v[NEW].lo);
}

/* Both do the same on the input, as far as is seen. */
static void run_both(Search *search, u32 shape, const Assignment *a, const char *why, u32 loc)
{
	struct SearchCheck *c = check_of(search);
	const char *const *native = search->config.subject[OLD]->native;
	u32 observe = search->config.observe;
	bool open = search->config.ignore.len || (native && native[0]);
	product_observe(&c->pair, shape, a);
	for (int side = OLD; side <= NEW; side++) {
		behaviour_take(&c->now[side], search->pool, c->pair.version[side].m, &c->pair.result[side],
					   a, observe);
		filter_behaviour(&search->seen.filter, search->pool, &c->now[side]);
		open = open || says_nothing(&c->pair.result[side], &c->now[side]);
	}
	expr_eval_begin(c->eval, a);
	if (!open && (!behaviour_same(search->pool, c->eval, &c->now[OLD], &c->now[NEW], observe) ||
				  !same_values(search, &c->pair))) {
		Buf text = {0};
		product_location(&search->pair, loc, &text);
		must_that(false, "%s, and versions differ on such an input: %s", why, buf_str(&text));
	}
}

/* ---- cuts ---- */

/* An input that decides as the run did up to the cut and before the i-th decision behind it, and then
 * otherwise. */
static void probe(Search *search, Solver *solver, ExprList *kept, const Constraint *c)
{
	struct SearchCheck *check = check_of(search);
	Expr no = expr_not(search->pool, c->cond);
	u32 shape = search->pair.shape;
	if (solve(solver, kept->at, kept->len, no, search->pair.input, &check->model) != SOLVE_SAT)
		return;
	inputs_canonical(search->config.inputs, shape, &check->model);
	expr_eval_begin(check->eval, &check->model);
	for (size_t i = 0; i < kept->len; i++)
		if (!expr_eval_value(check->eval, kept->at[i]))
			return;
	run_both(search, shape, &check->model, "what comes behind a cut was held for the same", c->loc);
}

static void add_conditions(ExprList *to, const Constraint *list, size_t from, size_t n)
{
	for (size_t i = from; i < n; i++)
		vec_push(to, list[i].cond);
}

/* Decisions of one version behind the cut: the first ones, and some further away. */
static void probe_side(Search *search, Solver *solver, ExprList *kept, const Constraint *list,
					   size_t from, size_t n)
{
	size_t len = kept->len, step = 1;
	for (u32 k = 0; k < PROBES && from < n; k++) {
		if (k + 1 == PROBES)
			step = n - from;
		probe(search, solver, kept, &list[from + step - 1]);
		add_conditions(kept, list, from, from + step);
		from += step;
		step = k < 2 ? 1 : (n - from) / 3 + 1;
	}
	kept->len = len;
}

void search_check_cut(Search *search, const Constraint *const list[], const ProductCut *all,
					  const ProductCut *kept)
{
	ExprList conds = {0};
	if ((kept->keep[OLD] == all->keep[OLD] && kept->keep[NEW] == all->keep[NEW]) ||
		search->config.wrong.cut || !search->pair.input)
		return;
	u32 mark = expr_mark(search->pool);
	const ExprList *base = &search->config.inputs->shapes.at[search->pair.shape].base;
	for (size_t i = 0; i < base->len; i++)
		vec_push(&conds, base->at[i]);
	add_conditions(&conds, search->pair.fixed.at, 0, search->pair.fixed.len);
	for (int side = OLD; side <= NEW; side++)
		add_conditions(&conds, list[side], 0, kept->keep[side]);
	Solver *solver = solver_new(search->pool, &(SolveOptions){.z3_limit = Z3_LIMIT});
	/* Both are one program from the cut on, on this input and on all others that come there. */
	run_both(search, search->pair.shape, search->pair.input,
			 "what comes behind a cut was held for the same", 0);
	for (int side = OLD; side <= NEW; side++)
		probe_side(search, solver, &conds, list[side], kept->keep[side], all->keep[side]);
	solver_free(solver);
	vec_free(&conds);
	inputs_load(search->config.inputs, search->pair.shape, search->pair.input);
	expr_release(search->pool, mark);
}

/* ---- runs that were spared ---- */

void search_check_spared(Search *search)
{
	u32 mark = expr_mark(search->pool);
	/* No change is executed in OLD, so NEW is the same program up to its end. */
	run_both(search, search->pair.shape, search->pair.input,
			 "NEW was not run, as OLD came to no change", 0);
	inputs_load(search->config.inputs, search->pair.shape, search->pair.input);
	expr_release(search->pool, mark);
}

/* ---- behaviours ---- */

void search_check_behaviours(Search *search, const Assignment *a)
{
	const Behaviour *b = search->seen.now;
	u32 observe = search->config.observe, mark = expr_mark(search->pool);
	struct SearchCheck *c = check_of(search);
	if (b[OLD].outcome > RAN_ERROR || b[NEW].outcome > RAN_ERROR || search->config.ignore.len)
		return;
	expr_eval_begin(c->eval, a);
	bool same = behaviour_same(search->pool, c->eval, &b[OLD], &b[NEW], observe);
	Expr differs = behaviour_differs(search->pool, &b[OLD], &b[NEW], observe);
	Expr back = behaviour_differs(search->pool, &b[NEW], &b[OLD], observe);
	/* The condition under which outputs differ says of this input what their bytes say. */
	must_that(!differs || (expr_eval_value(c->eval, differs) != 0) == !same,
			  "the bytes of both versions are%s the same and the condition says otherwise",
			  same ? "" : " not");
	must_that(!back == !differs && (!back || (expr_eval_value(c->eval, back) != 0) == !same),
			  "OLD differs from NEW, and NEW from OLD does not");
	bool identical = behaviour_identical(&b[OLD], &b[NEW], observe);
	must_that(same || !identical, "behaviours differ and are called identical");
	Buf key[2] = {0};
	for (int side = OLD; side <= NEW; side++)
		behaviour_key(&b[side], observe, false, &key[side]);
	must_that(identical ==
				  (key[OLD].len == key[NEW].len && !memcmp(key[OLD].at, key[NEW].at, key[OLD].len)),
			  "behaviours are%s identical and their keys say otherwise", identical ? "" : " not");
	buf_free(&key[OLD]);
	buf_free(&key[NEW]);
	for (int side = OLD; side <= NEW; side++)
		for (int i = 0; i < 2; i++) {
			Buf text = {0};
			items_render(search->pool, &b[side].items[i], c->eval, &text);
			must_that(text.len == b[side].text[i].len &&
						  !memcmp(buf_str(&text), buf_str(&b[side].text[i]), text.len),
					  "items of an output do not give its bytes");
			buf_free(&text);
		}
	expr_release(search->pool, mark);
}

/* ---- the change map ---- */

void search_check_map(const Search *search)
{
	const ChangeMap *map = search->changes.map;
	const Program *old = search->config.subject[OLD]->program;
	const Program *newer = search->config.subject[NEW]->program;
	for (u32 f = 0; f < old->functions.len; f++) {
		u32 g = change_map_function(map, OLD, f);
		if (g == NO_OPERAND)
			continue;
		must_that(g < newer->functions.len && change_map_function(map, NEW, g) == f,
				  "function %u is matched with %u, which is matched with another", f, g);
		for (u32 i = 0; i < old->functions.at[f].n_ins; i++) {
			u32 k = change_map_match(map, OLD, f, i);
			/* Runs are aligned from either side. */
			must_that(k == NO_OPERAND || change_map_match(map, NEW, g, k) == i,
					  "instruction %u of function %u is matched with %u, which is not with it", i,
					  f, k);
		}
	}
}
