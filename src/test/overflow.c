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
#include <cjson/cJSON.h>

#include "test/tester.h"

enum {
	ROOM = 16 << 20,       /* decisions that are kept of all pairs of paths with questions */
	TOGETHER = 64,         /* questions of a path that are asked as one */
	OTHERS = 32,           /* overflows of the other version that a question excludes */
	CONDITION_LIMIT = 400, /* characters of a condition's text */
	SHORT = 60,            /* characters of one that stands in a sentence */
	SAID = 3,              /* places in a sentence */
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
	u32 shape;
	u8 *packed; /* its input */
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

void overflows_prepare(Tester *t)
{
	if (t->same_code)
		return;
	t->overflows = xcalloc(1, sizeof *t->overflows);
	for (int side = OLD; side <= NEW; side++)
		machine_keep_overflows(t->machine[side]);
}

static void drop_questions(Overflows *o)
{
	for (size_t i = 0; i < o->paths.len; i++) {
		free(o->paths.at[i].packed);
		vec_free(&o->paths.at[i].conds);
	}
	vec_free(&o->paths);
	vec_free(&o->questions);
}

void overflows_free(Tester *t)
{
	Overflows *o = t->overflows;
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
	t->overflows = NULL;
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
static bool overflows_alone(const Tester *t, int side)
{
	return has_overflow(&t->pair.result[side]) && !has_overflow(&t->pair.result[!side]);
}

static char *input_of_witness(Tester *t, u32 shape)
{
	const Shape *s = &t->config.inputs->shapes.at[shape];
	Buf text = {0};
	buf_adds(&text, t->name);
	if (t->config.entry) {
		buf_adds(&text, " (");
		test_call(t->config.inputs, s, &t->witness, &text);
		buf_addc(&text, ')');
	} else {
		test_arguments(t->config.inputs, s, &t->witness, &text);
	}
	return text.at;
}

/* Keeps t->witness, which overflows as asked for. */
static void keep_witness(Tester *t, OverflowPlace *place, u32 shape, const ExprList *conds,
						 Expr goal)
{
	size_t base = t->config.inputs->shapes.at[shape].base.len;
	Buf text = {0};
	ExprList all = {0};
	for (size_t i = base; i < conds->len; i++)
		vec_push(&all, conds->at[i]);
	vec_push(&all, goal);
	expr_text_simple(t->pool, all.at, all.len, CONDITION_LIMIT, &text);
	place->condition = text.at ? text.at : xstrdup("");
	place->input = input_of_witness(t, shape);
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
static const Overflow *operations(Tester *t, int side, size_t *n, bool *left)
{
	const Overflow *list = machine_overflows(t->machine[side], n, left);
	while (*n && list[*n - 1].constraints > t->pair.kept[side])
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

static void path_conditions(Tester *t, u32 shape, const ExprList *conds, ExprList *to)
{
	const ExprList *base = &t->config.inputs->shapes.at[shape].base;
	if (t->pair.by == BY_PATH) {
		for (size_t i = 0; i < conds->len; i++)
			vec_push(to, conds->at[i]);
		return;
	}
	for (size_t i = 0; i < base->len; i++)
		vec_push(to, base->at[i]);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(t->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			vec_push(to, list[i].cond);
	}
}

/* Whether a partition is more than the path of its run: the path decided something that the
 * partition leaves open. */
static bool is_larger(Tester *t, const ExprList *conds)
{
	IntMap known = {0};
	u64 found;
	bool larger = false;
	for (size_t i = 0; i < conds->len; i++)
		intmap_put(&known, conds->at[i], 1);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(t->machine[side], &n);
		for (size_t i = 0; i < n && !larger; i++)
			larger = !intmap_get(&known, list[i].cond, &found);
	}
	intmap_free(&known);
	return larger;
}

static void add_question(Tester *t, u32 place, u32 shape, const Assignment *input,
						 const ExprList *conds, Expr goal, bool *path_added)
{
	Overflows *o = t->overflows;
	if (o->places.at[place].input)
		return;
	/* This very run shows it. If that counts, who compares the behaviours will see it. */
	if (!t->config.count_overflow && overflows_alone(t, o->places.at[place].side) &&
		conditions_hold(t, conds, goal, input)) {
		assignment_copy(&t->witness, input);
		keep_witness(t, &o->places.at[place], shape, conds, goal);
		return;
	}
	if (o->size > ROOM) {
		o->places.at[place].left++;
		return;
	}
	if (!*path_added) {
		OverflowPath path = {.shape = shape, .packed = xmalloc(t->config.inputs->packed_size + 1)};
		inputs_pack(t->config.inputs, input, path.packed);
		path_conditions(t, shape, conds, &path.conds);
		vec_push(&o->paths, path);
		o->size += path.conds.len;
		*path_added = true;
	}
	vec_push(&o->questions, ((OverflowQuestion){place, (u32)o->paths.len - 1, goal, false}));
}

void overflows_after_path(Tester *t, u32 shape, const Assignment *input, const ExprList *conds)
{
	Overflows *o = t->overflows;
	bool path_added = false, left[2];
	size_t n[2];
	const Overflow *list[2];
	if (!o || !t->executed.len)
		return;
	for (int side = OLD; side <= NEW; side++)
		list[side] = operations(t, side, &n[side], &left[side]);
	o->seen |= n[OLD] || n[NEW] || left[OLD] || left[NEW];
	o->incomplete += left[OLD] || left[NEW];
	o->partial += t->pair.by != BY_PATH && is_larger(t, conds);
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < n[side]; i++) {
			Expr goal = question(t->pool, list[side][i].cond, list[!side], n[!side]);
			if (goal != EXPR_FALSE)
				add_question(t, place_for(o, side, list[side][i].loc), shape, input, conds, goal,
							 &path_added);
		}
}

/* ---- asking ---- */

/* Runs t->witness: both versions must do what was asked for. */
static bool take_witness(Tester *t, OverflowPlace *place, const OverflowPath *path, Expr goal)
{
	tester_observe(t, path->shape, &t->witness);
	if (tester_cut(t) || !overflows_alone(t, place->side))
		return false;
	keep_witness(t, place, path->shape, &path->conds, goal);
	if (t->config.count_overflow && t->config.pair)
		t->semantic++;
	else if (t->config.count_overflow)
		compare_overflow(t, path->shape, &path->conds, goal);
	return true;
}

/* An input of the path on which the goal holds, in t->witness. */
static SolveResult find_input(Tester *t, OverflowPath *path, Expr goal)
{
	Assignment input = {0};
	SolveResult r = SOLVE_UNKNOWN;
	assignment_init(&input, t->pool);
	inputs_unpack(t->config.inputs, path->packed, &input);
	assignment_copy(&t->witness, &input);
	if (conditions_hold(t, &path->conds, goal, &input))
		r = SOLVE_SAT;
	else if (t->config.strategy != STRATEGY_RANDOM)
		r = solve_near(t, path->shape, &input, &path->conds, goal, &t->witness);
	if (r == SOLVE_SAT)
		inputs_canonical(t->config.inputs, path->shape, &t->witness);
	assignment_free(&input);
	return r;
}

/* t->witness is an input for the question, or perhaps not. */
static void take_input(Tester *t, OverflowQuestion *q)
{
	OverflowPlace *place = &t->overflows->places.at[q->place];
	OverflowPath *path = &t->overflows->paths.at[q->path];
	q->done = true;
	shape_witness(t, path->shape, &path->conds, q->goal, false, &t->witness);
	place->open += !take_witness(t, place, path, q->goal);
}

/* One of n questions on a path that is to be asked. */
static bool is_asked(const Tester *t, const OverflowQuestion *q)
{
	return !q->done && !t->overflows->places.at[q->place].input;
}

/* All questions of a path at once: mostly the answer to all of them is no. False: ask one by one.
 */
static bool ask_together(Tester *t, OverflowQuestion *q, size_t n)
{
	OverflowPath *path = &t->overflows->paths.at[q->path];
	for (;;) {
		Expr any = EXPR_FALSE;
		for (size_t i = 0; i < n; i++)
			if (is_asked(t, &q[i]))
				any = expr_or(t->pool, any, q[i].goal);
		if (any == EXPR_FALSE)
			return true;
		SolveResult r = find_input(t, path, any);
		if (r != SOLVE_SAT)
			return r == SOLVE_UNSAT;
		size_t i = 0;
		while (i < n &&
			   !(is_asked(t, &q[i]) && conditions_hold(t, &path->conds, q[i].goal, &t->witness)))
			i++;
		if (i == n) /* the end of a string was not where the solver thought */
			return false;
		take_input(t, &q[i]);
	}
}

static void ask_path(Tester *t, OverflowQuestion *q, size_t n)
{
	if (ask_together(t, q, n))
		return;
	for (size_t i = 0; i < n; i++) {
		if (!is_asked(t, &q[i]))
			continue;
		SolveResult r = find_input(t, &t->overflows->paths.at[q->path], q[i].goal);
		t->overflows->places.at[q[i].place].open += r == SOLVE_UNKNOWN;
		if (r == SOLVE_SAT)
			take_input(t, &q[i]);
	}
}

void overflows_ask(Tester *t)
{
	Overflows *o = t->overflows;
	if (!o)
		return;
	for (size_t i = 0, n; i < o->questions.len && !t->enough; i += n) {
		OverflowQuestion *q = &o->questions.at[i];
		for (n = 1; n < TOGETHER && i + n < o->questions.len && q[n].path == q->path;)
			n++;
		if (!solver_over(t->solver))
			ask_path(t, q, n);
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

/* Places with a witness. */
static u32 found(const Tester *t)
{
	u32 n = 0;
	for (size_t i = 0; t->overflows && i < t->overflows->places.len; i++)
		n += t->overflows->places.at[i].input != NULL;
	return n;
}

bool overflows_matter(const Tester *t)
{
	return t->overflows && (found(t) || unanswered(t->overflows));
}

bool overflows_open(const Tester *t)
{
	return t->overflows && t->config.count_overflow &&
		   (unanswered(t->overflows) || t->overflows->partial);
}

static void place_text(const Tester *t, const OverflowPlace *place, Buf *to)
{
	program_place(t->config.program[place->side], place->loc, to);
}

void overflows_say(const Tester *t, const char *before, FILE *to)
{
	static const char *const names[] = {"OLD", "NEW"};
	u32 said = 0, all = found(t);
	for (size_t i = 0; t->overflows && i < t->overflows->places.len && said < SAID; i++) {
		const OverflowPlace *place = &t->overflows->places.at[i];
		Buf where = {0};
		if (!place->input)
			continue;
		place_text(t, place, &where);
		bool is_short = *place->condition && strlen(place->condition) <= SHORT;
		fprintf(to, "%s%s overflows on %s (%s)", said ? "; " : before, names[place->side],
				is_short ? place->condition : place->input, buf_str(&where));
		buf_free(&where);
		said++;
	}
	if (all > said)
		fprintf(to, "; and at %u more place%s", all - said, all - said == 1 ? "" : "s");
	if (!all && unanswered(t->overflows))
		fprintf(to, "%swhere one overflows alone could not be answered", before);
	if (overflows_matter(t))
		fprintf(to, "\n");
}

void overflows_notes(const Tester *t, void *ctx, NoteFn *fn)
{
	const Overflows *o = t->overflows;
	bool counts = t->config.count_overflow;
	if (!o || !t->ended || t->enough)
		return;
	if (unanswered(o))
		fn(ctx, "overflow", "whether one version alone overflows could not be answered", "?",
		   unanswered(o), counts);
	if (o->partial && (o->seen || counts))
		fn(ctx, "overflow", "looked for on one path of each partition", "?", 1, counts);
}

cJSON *overflows_json(const Tester *t)
{
	static const char *const names[] = {"old", "new"};
	cJSON *list = cJSON_CreateArray();
	for (size_t i = 0; t->overflows && i < t->overflows->places.len; i++) {
		const OverflowPlace *place = &t->overflows->places.at[i];
		if (!place->input)
			continue;
		Buf where = {0};
		cJSON *one = cJSON_CreateObject();
		place_text(t, place, &where);
		cJSON_AddStringToObject(one, "side", names[place->side]);
		cJSON_AddStringToObject(one, "where", buf_str(&where));
		cJSON_AddStringToObject(one, "input", place->input);
		cJSON_AddStringToObject(one, "condition", place->condition);
		cJSON_AddItemToArray(list, one);
		buf_free(&where);
	}
	return list;
}
