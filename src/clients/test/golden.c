/* golden.c: the golden version in the machine: classifies pairs of paths. */
#include "clients/test/golden.h"

enum {
	MOST_PATHS = 256,    /* of the golden version, on one pair of paths */
	OF_BEHAVIOURS = 400, /* pairs of paths with the same behaviours that are looked at */
	MOST_PAIRS = 20000,
};

static const char *const class_names[] = {"unknown", "regression", "incomplete-fix", "progress"};

/* ---- paths of the golden version ---- */

/* What is known of an input before it is run: these conditions hold. */
typedef struct GoldenItem {
	KeptInput input;
	ExprList conds; /* besides those of the pair */
} GoldenItem;

/* The split of one pair of paths. */
typedef struct GoldenWalk {
	Tester *t;
	u32 shape;
	const ExprList *base; /* condition of the pair */
	Expr differs;
	ExprList query; /* scratch: base, and what else is asked for */
	VEC(GoldenItem) todo;
	GoldenParts *parts;
	bool whole; /* all paths were found so far */
	u32 paths;
	bool split[GOLDEN_PROGRESS + 1]; /* by class: some part has it */
} GoldenWalk;

static void begin_query(GoldenWalk *w, const ExprList *more)
{
	w->query.len = 0;
	vec_append(&w->query, w->base->at, w->base->len);
	vec_push(&w->query, w->differs);
	vec_append(&w->query, more->at, more->len);
}

/* An input that satisfies the query and the goal, in find.witness. */
static SolveResult ask(GoldenWalk *w, const Assignment *near, Expr goal)
{
	Finder *f = search_finder(w->t->search);
	return solve_near(f, w->shape, near, &w->query, goal, &f->witness);
}

static bool has(const ExprList *list, Expr e)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == e)
			return true;
	return false;
}

static void copy_list(ExprList *to, const ExprList *from)
{
	vec_append(to, from->at, from->len);
}

/* Part of the golden version's path on which the class holds. */
static void take_part(GoldenWalk *w, const ExprList *path, GoldenClass class, Expr relation,
					  const Assignment *near)
{
	begin_query(w, path);
	SolveResult r = ask(w, near, relation);
	if (r == SOLVE_UNKNOWN)
		w->whole = false;
	if (r != SOLVE_SAT)
		return;
	w->split[class] = true;
	for (size_t i = 0; i < w->parts->len; i++)
		if (w->parts->at[i].class == class)
			return; /* one of each suffices */
	GoldenPart part = {.class = class,
					   .witness = inputs_keep(search_inputs(w->t->search), w->shape,
											  &search_finder(w->t->search)->witness)};
	copy_list(&part.conds, path);
	vec_push(&part.conds, relation);
	vec_push(w->parts, part);
}

/* The three behaviours on a path, as expressions. */
static void judge_path(GoldenWalk *w, const ExprList *path, const Assignment *a)
{
	const Search *search = w->t->search;
	ExprPool *pool = search_pool(search);
	const Behaviour *gold = &w->t->golden->seen;
	if (gold->outcome == RAN_LIMIT || gold->outcome == RAN_UNSUPPORTED) {
		take_part(w, path, GOLDEN_UNKNOWN, EXPR_TRUE, a);
		return;
	}
	Expr old = behaviour_differs(pool, &search_behaviours(search)[OLD], gold, search_see(search));
	Expr newer = behaviour_differs(pool, &search_behaviours(search)[NEW], gold, search_see(search));
	if (!old || !newer) {
		w->whole = false;
		return;
	}
	take_part(w, path, GOLDEN_REGRESSION, expr_not(pool, old), a);
	take_part(w, path, GOLDEN_PROGRESS, expr_not(pool, newer), a);
	take_part(w, path, GOLDEN_INCOMPLETE, expr_and(pool, old, newer), a);
}

/* Negates what the golden version decided beyond what was asked for. */
static void push_others(GoldenWalk *w, const ExprList *known, const ExprList *path,
						const Assignment *a)
{
	ExprList prefix = {0};
	copy_list(&prefix, known);
	for (size_t i = 0; i < path->len; i++) {
		if (has(known, path->at[i]))
			continue;
		begin_query(w, &prefix);
		Expr other = expr_not(search_pool(w->t->search), path->at[i]);
		SolveResult r = ask(w, a, other);
		w->whole &= r != SOLVE_UNKNOWN;
		if (r == SOLVE_SAT) {
			GoldenItem item = {.input = inputs_keep(search_inputs(w->t->search), w->shape,
													&search_finder(w->t->search)->witness)};
			copy_list(&item.conds, &prefix);
			vec_push(&item.conds, other);
			vec_push(&w->todo, item);
		}
		vec_push(&prefix, path->at[i]);
	}
	vec_free(&prefix);
}

/* Runs the golden version on the input; its decisions are path. */
static void run_golden(Tester *t, const KeptInput *input, ExprList *path, bool *whole)
{
	Golden *g = t->golden;
	PathRun out = {0};
	inputs_recall(search_inputs(t->search), input, &g->input);
	machine_runner_run(&g->runner, input->shape, &g->input, &out);
	for (size_t i = 0; i < out.n; i++) {
		*whole &= !out.constraints[i].under;
		if (out.constraints[i].cond != EXPR_TRUE && !has(path, out.constraints[i].cond))
			vec_push(path, out.constraints[i].cond);
	}
	for (size_t i = 0; i < out.result.n_notes; i++)
		*whole &= strcmp(out.result.notes[i].kind, NOTE_UNFORESEEN) != 0;
	*whole &= !out.result.cut;
	behaviour_take(&g->seen, search_pool(t->search), g->runner.m, &out.result, &g->input,
				   search_see(t->search));
	filter_behaviour(&search_observed(t->search)->filter, search_pool(t->search), &g->seen);
}

static void walk_next(GoldenWalk *w)
{
	GoldenItem item = vec_pop(&w->todo);
	ExprList path = {0};
	run_golden(w->t, &item.input, &path, &w->whole);
	Assignment *a = &w->t->golden->input;
	judge_path(w, &path, a);
	push_others(w, &item.conds, &path, a);
	w->paths++;
	vec_free(&path);
	vec_free(&item.conds);
	kept_input_free(&item.input);
}

/* All inputs of the pair are in the parts, and each part holds for all of its inputs. */
static void finish(GoldenWalk *w)
{
	w->whole &= !w->todo.len;
	for (size_t i = 0; i < w->parts->len; i++) {
		GoldenPart *part = &w->parts->at[i];
		part->proved = w->whole && part->class != GOLDEN_UNKNOWN;
		if (w->whole && w->parts->len == 1)
			part->conds.len = 0; /* the class is that of the whole pair */
	}
	for (size_t i = 0; i < w->todo.len; i++) {
		vec_free(&w->todo.at[i].conds);
		kept_input_free(&w->todo.at[i].input);
	}
	vec_free(&w->todo);
	vec_free(&w->query);
}

/* Where nothing could be said of the whole pair, the witness is left. */
static void add_witness(GoldenWalk *w, const KeptInput *witness)
{
	Golden *g = w->t->golden;
	GoldenPart part = {.class = GOLDEN_UNKNOWN};
	Assignment *a = &g->input;
	inputs_recall(search_inputs(w->t->search), witness, a);
	if (g->beside[NEW])
		part.class = golden_entry_class(w->t, w->shape, a);
	part.witness = inputs_keep(search_inputs(w->t->search), w->shape, a);
	vec_push(w->parts, part);
}

void golden_split(Tester *t, u64 key, u32 shape, const Assignment *witness, const ExprList *conds,
				  Expr differs, GoldenParts *to)
{
	Golden *g = t->golden;
	u64 tried = 0;
	GoldenWalk w = {
		.t = t, .shape = shape, .base = conds, .differs = differs, .parts = to, .whole = true};
	KeptInput first = inputs_keep(search_inputs(t->search), shape, witness);
	intmap_get(&g->tried, key, &tried);
	intmap_put(&g->tried, key, tried + 1);
	bool look = g->runner.m && tried < OF_BEHAVIOURS && g->pairs++ < MOST_PAIRS;
	if (look) {
		GoldenItem item = {.input = inputs_keep(search_inputs(t->search), shape, witness)};
		vec_push(&w.todo, item);
	}
	while (w.todo.len && w.paths < MOST_PATHS && !solver_over(search_finder(t->search)->solver))
		walk_next(&w);
	/* A class of which nothing was looked at is not proved for the others either. */
	for (size_t i = 0; (!look || !w.whole || w.todo.len) && i < t->groups.len; i++)
		if (t->groups.at[i].behaviours == key)
			t->groups.at[i].witnessed = true;
	finish(&w);
	if (!to->len)
		add_witness(&w, &first);
	kept_input_free(&first);
}

void golden_parts_free(GoldenParts *parts)
{
	for (size_t i = 0; i < parts->len; i++) {
		vec_free(&parts->at[i].conds);
		kept_input_free(&parts->at[i].witness);
	}
	vec_free(parts);
}

/* ---- tests ---- */

void golden_settle(Tester *t, Group *g, u32 shape, const Assignment *a, u32 test)
{
	if (!t->golden || t->config.unconfirmed)
		return;
	GoldenClass seen = golden_natively(t, shape, a, test);
	if (g->class == GOLDEN_UNKNOWN) {
		g->class = seen;
		g->witnessed = true;
	} else if (seen != GOLDEN_UNKNOWN && seen != g->class) {
		t->golden->doubts++;
		g->class = GOLDEN_UNKNOWN;
		g->witnessed = true;
	}
}

static const Group *group_of(const Tester *t, u64 key)
{
	u64 at;
	return intmap_get(&t->group_of, key, &at) ? &t->groups.at[at] : NULL;
}

bool golden_is_progress(const Tester *t, u64 key)
{
	const Group *g = group_of(t, key);
	return t->golden && g && g->class == GOLDEN_PROGRESS;
}

void golden_fill_one(const Tester *t, const Difference *d, ResultDifference *to)
{
	const Group *g = group_of(t, d->key);
	if (!t->golden || !g)
		return;
	to->judged.class = class_names[g->class];
	to->judged.class_by = g->witnessed || g->class == GOLDEN_UNKNOWN ? "witness" : "proved";
}

/* ---- life ---- */

bool golden_begin(Tester *t, Err *err)
{
	const TestConfig *c = &t->config;
	if (!c->golden && !c->golden_cmd)
		return true;
	t->golden = xcalloc(1, sizeof *t->golden);
	assignment_init(&t->golden->input, search_pool(t->search));
	MachineOptions options = {.purpose = MACHINE_PLAIN, .budget = search_budget(t->search)};
	if (c->golden && search_config(t->search)->entry)
		return golden_entry_begin(t, err);
	return !c->golden ||
		   subject_start(c->golden, search_inputs(t->search), &options, &t->golden->runner, err);
}

void golden_free(Tester *t)
{
	Golden *g = t->golden;
	if (!g)
		return;
	if (g->runner.m)
		subject_stop(&g->runner);
	golden_entry_free(g);
	behaviour_free(&g->seen);
	assignment_free(&g->input);
	intmap_free(&g->tried);
	for (size_t i = 0; i < countof(g->native); i++)
		native_version_free(g->native[i]);
	free(g->script);
	free(g);
	t->golden = NULL;
}
