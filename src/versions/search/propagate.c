/* propagate.c: inputs on which the effect of a change propagates further.
 *
 * A run executed a change, and both versions did the same. Aligned step by step (align.h), it has
 * steps at which the versions compute different expressions with equal values on this input: a
 * comparison with the same result, an operation that masks the difference, the changed computation
 * itself. It also has decisions that only one version makes. Each becomes a query: the path of both
 * versions to the step, and the step has different values, or the decision is negated. The path
 * behind the step is left free.
 *
 * The solution is aligned in turn, so that an effect is led from one mask to the next. If its
 * effect survives, it is run before the queue goes on, as a run like any other. We continue with
 * the effect that got furthest: behind the change there may be thousands of paths, and most of them
 * show nothing. So decisions of runs that have the effect are tried before others (distance.c),
 * uses that it has not reached are aimed at (aim.c), and a run that reached new code without it is
 * repeated with it. All this only as long as a change has shown no difference, and within
 * bounds. */
#include "versions/search/impl.h"

enum {
	PATIENCE = 12,           /* runs before it begins */
	LOOKS = 8,               /* runs of a change that are looked at for no other reason */
	MOST_PARTED = 24,        /* that are because the versions decide different things somewhere */
	MOST_RUNS = 256,         /* that are kept for all changes */
	OF_RUN = 6,              /* questions of one run */
	STEPS = 1 << 18,         /* of a run that are recorded */
	LONGEST = 400000,        /* instructions of a run that is looked at */
	QUERIES = 4,             /* of one proposal */
	MOST_CONDITIONS = 4096,  /* of a question */
	MOST_EFFECT_RUNS = 3000, /* runs with the effect, after which others have their turn */
};

/* What is to be different. The least price is asked first. */
typedef enum Price {
	PRICE_AGAIN,             /* it had an answer in another run */
	PRICE_MASKED_COMPARISON, /* operands differ, and the comparison comes out alike */
	PRICE_COMPARISON,        /* it compares different things */
	PRICE_ALONE,             /* a decision of one version */
	PRICE_MASKED,            /* an operation with operands that differ */
	PRICE_VALUE,             /* any other */
	N_PRICES
} Price;

/* What led to a step, and that it is to differ. */
typedef struct Question {
	u32 run;      /* position in Spread.runs */
	u32 first, n; /* in Spread.conds: what led there */
	Expr goal;
	Price price;
} Question;

/* An input that executed changes. */
typedef struct PropagateRun {
	KeptInput input;
	u32 change; /* that it was kept for */
	bool looked;
} PropagateRun;

/* What was done for a change. */
typedef struct Effort {
	u32 met;    /* runs that executed it without a difference */
	u32 looks;  /* of these, kept */
	u32 parted; /* runs kept because the versions decided differently at a new location */
} Effort;

typedef struct Propagate {
	VEC(Effort) efforts; /* by change */
	VEC(PropagateRun) runs;
	VEC(Question) questions;
	Question effect; /* the one whose answer had the effect that went furthest */
	u32 score;       /* how far; 0: there was none */
	u32 effect_runs; /* runs that had it */
	ExprList conds;
	ExprList query; /* scratch */
	Assignment input;
	KeyMap asked;  /* function, instruction, goal */
	KeyMap parted; /* side, function, instruction: the versions decided differently there */
	IntMap keys;   /* scratch: of constraints */
	bool proposed; /* the latest run was asked for here */
	bool turn;     /* it is the queue's */
	bool off;      /* true if a machine could not be created */
	/* Runs of NEW with an effect are repeated here; without a machine: there was none. */
	MachineRunner effect_runner;
	bool latest;            /* the latest run has the effect that was asked for */
	u64 n_looks;            /* runs that were looked at step by step, */
	u64 queries, proposals; /* and what came of it */
} Propagate;

static void *begin(Search *search)
{
	if (search->config.every_pair || !search->config.propagate)
		return NULL;
	Propagate *x = xcalloc(1, sizeof *x);
	assignment_init(&x->input, search->pool);
	for (size_t i = 0; i < search->changes.list.len; i++)
		vec_push(&x->efforts, (Effort){0});
	return x;
}

/* ---- runs ---- */

/* The change is worth an effort: it has shown nothing. */
static bool silent(const Search *search, u32 change)
{
	return !search->changes.list.at[change].propagated && !search->waiting;
}

/* True if the versions decide differently at a location where they did not so far. */
static bool parts_anew(Search *search, Propagate *x)
{
	bool anew = false;
	for (int side = OLD; side <= NEW; side++) {
		size_t n, n_other;
		const Constraint *own = machine_constraints(search->machine[side], &n);
		const Constraint *other = machine_constraints(search->machine[!side], &n_other);
		u64 known;
		intmap_clear(&x->keys);
		for (size_t i = 0; i < n_other; i++)
			intmap_put(&x->keys, constraint_key(search->pool, &other[i]) + 1ull, 1);
		for (size_t i = 0; i < n && i < MOST_CONDITIONS; i++) {
			Key location = KEY((u64)side, own[i].function, own[i].ins);
			if (keymap_get(&x->parted, location, &known) ||
				intmap_get(&x->keys, constraint_key(search->pool, &own[i]) + 1ull, &known))
				continue;
			keymap_put(&x->parted, location, 1);
			anew = true;
		}
	}
	return anew;
}

/* Runs that say something new, what was made on purpose, early runs, and then ever fewer. */
static bool worth_a_look(Propagate *x, Effort *e, bool anew)
{
	if (x->runs.len >= MOST_RUNS)
		return false;
	if (anew && e->parted < MOST_PARTED)
		return ++e->parted;
	if (e->looks >= LOOKS || (e->met > 2 && e->met & (e->met - 1)))
		return false;
	return ++e->looks;
}

static u32 keep_run(Search *search, Propagate *x, u32 shape, const Assignment *input, u32 change)
{
	PropagateRun r = {.input = inputs_keep(search->config.inputs, shape, input), .change = change};
	vec_push(&x->runs, r);
	return (u32)x->runs.len - 1;
}

/* The run reached code that no run reached before: the effect may show there. */
static void ask_again(Search *search, Propagate *x, const Path *path, u32 change)
{
	if (!x->score || x->runs.len >= MOST_RUNS || x->latest ||
		x->runs.at[x->effect.run].input.shape != path->shape)
		return;
	Question q = x->effect;
	q.run = keep_run(search, x, path->shape, path->input, change);
	q.price = PRICE_AGAIN;
	x->runs.at[q.run].looked = true;
	vec_push(&x->questions, q);
}

static void after_path(Search *search, const Path *path)
{
	Propagate *x = search->guide[GUIDE_PROPAGATE];
	if (x->off || !search->changes.executed.len || search->found ||
		search->pair.result[OLD].instructions > LONGEST ||
		search->pair.result[NEW].instructions > LONGEST)
		return;
	bool anew = parts_anew(search, x);
	for (size_t i = 0; i < search->changes.executed.len; i++) {
		u32 change = search->changes.executed.at[i];
		Effort *e = &x->efforts.at[change];
		if (!silent(search, change))
			continue;
		e->met++;
		if (!x->proposed && worth_a_look(x, e, anew))
			keep_run(search, x, path->shape, path->input, change);
		if (path->run->fresh)
			ask_again(search, x, path, change);
		break;
	}
	x->proposed = false;
}

/* Base and conditions of a question. */
static void load_query(Search *search, Propagate *x, const Question *q)
{
	const ExprList *base = &search->config.inputs->shapes.at[x->runs.at[q->run].input.shape].base;
	x->query.len = 0;
	vec_append(&x->query, base->at, base->len);
	for (u32 i = 0; i < q->n; i++)
		vec_push(&x->query, x->conds.at[q->first + i]);
}

static bool has_effect(Search *search, Propagate *x)
{
	if (!x->score || x->runs.at[x->effect.run].input.shape != search->pair.shape)
		return false;
	load_query(search, x, &x->effect);
	return conditions_hold(&search->find, &x->query, x->effect.goal, search->pair.input);
}

/* The machine whose coverage is that of runs with an effect. */
static bool need_effect_machine(Search *search, Propagate *x)
{
	Err ignored;
	MachineOptions options = {.purpose = MACHINE_PLAIN,
							  .limit_insns = LONGEST,
							  .budget = explorer_budget(search->explorer)};
	return x->effect_runner.m || subject_start(search->config.subject[NEW], search->config.inputs,
											   &options, &x->effect_runner, &ignored);
}

static void after_run(Search *search)
{
	Propagate *x = search->guide[GUIDE_PROPAGATE];
	x->latest = false;
	if (!x->score || !search->changes.executed.len || search->found || search->pair.observing ||
		search->pair.result[NEW].instructions > LONGEST)
		return;
	x->latest = x->effect_runs < MOST_EFFECT_RUNS && has_effect(search, x);
	if (!x->latest || !need_effect_machine(search, x))
		return;
	if (++x->effect_runs == MOST_EFFECT_RUNS) {
		subject_stop(&x->effect_runner);
		x->latest = false;
		return;
	}
	PathRun out = {0};
	machine_runner_run(&x->effect_runner, search->pair.shape, search->pair.input, &out);
}

/* ---- questions ---- */

static Expr value_of(Search *search, const AlignedStep *s)
{
	u128 value = (u128)s->hi << 64 | s->lo;
	return s->expr ? s->expr : expr_const128(search->pool, type_bits(s->type), value);
}

/* True if a location was not asked about with this goal before. */
static bool is_new(Propagate *x, u32 function, u32 ins, Expr goal)
{
	u64 known;
	Key key = KEY(function, ins, goal);
	if (goal == EXPR_FALSE || goal == EXPR_TRUE || keymap_get(&x->asked, key, &known))
		return false;
	keymap_put(&x->asked, key, 1);
	return true;
}

/* Asks with the first n constraints of each version; all are true of the run. */
static void add_question(Propagate *x, const Alignment *w, const u32 n[2], Question q)
{
	q.first = (u32)x->conds.len;
	for (int side = OLD; side <= NEW; side++)
		for (u32 i = 0; i < n[side] && i < w->run[side].decided.len; i++)
			vec_push(&x->conds, w->run[side].decided.at[i].cond);
	q.n = (u32)x->conds.len - q.first;
	vec_push(&x->questions, q);
}

static Price price_of(const Search *search, const Alignment *w, u32 step)
{
	const AlignedStep *s = &w->run[NEW].steps.at[step];
	const Ins *in = &search->config.subject[NEW]->program->functions.at[s->function].ins[s->ins];
	bool masks = w->run[NEW].source.at[step] != NO_STEP;
	if (in->op == I_ICMP)
		return masks ? PRICE_MASKED_COMPARISON : PRICE_COMPARISON;
	return masks ? PRICE_MASKED : PRICE_VALUE;
}

/* A step of both versions whose values are to differ. */
static bool ask_step(Search *search, Propagate *x, const Alignment *w, u32 run, u32 step)
{
	const AlignedStep *newer = &w->run[NEW].steps.at[step];
	if (!newer->maybe || newer->other == NO_STEP || newer->branch || newer->given)
		return false;
	const AlignedStep *old = &w->run[OLD].steps.at[newer->other];
	u32 n[2] = {old->constraints, newer->constraints};
	if (!type_is_int(newer->type) || newer->type != old->type || type_bits(newer->type) > 64 ||
		n[OLD] + n[NEW] > MOST_CONDITIONS)
		return false;
	Expr goal = expr_not(search->pool,
						 expr_eq(search->pool, value_of(search, old), value_of(search, newer)));
	if (!is_new(x, newer->function, newer->ins, goal))
		return false;
	add_question(x, w, n, (Question){.run = run, .goal = goal, .price = price_of(search, w, step)});
	return true;
}

/* How many constraints the other version has when this one has n: at the last step before that both
 * have. */
static u32 constraints_beside(const Alignment *w, int side, u32 n)
{
	const AlignedRun *run = &w->run[side];
	u32 beside = 0;
	for (size_t i = 0; i < run->steps.len && run->steps.at[i].constraints <= n; i++)
		if (run->steps.at[i].other != NO_STEP && run->steps.at[i].constraints)
			beside = w->run[!side].steps.at[run->steps.at[i].other].constraints;
	return beside;
}

static bool only_here(const Search *search, int side, const Constraint *c)
{
	return search->config.subject[side]->program->functions.at[c->function].kind == FN_SUBJECT &&
		   change_map_match(search->changes.map, (Side)side, c->function, c->ins) == NO_OPERAND;
}

/* Asks about decisions that only one version makes, the earliest of each location; OLD's first,
 * since the queue begins with those of NEW anyway. */
static void ask_alone(Search *search, Propagate *x, const Alignment *w, u32 run, int side,
					  u32 *asked)
{
	IntMap other = {0}, locations = {0};
	const ConstraintList *list = &w->run[side].decided, *beside = &w->run[!side].decided;
	for (size_t i = 0; i < beside->len; i++)
		intmap_put(&other, constraint_key(search->pool, &beside->at[i]) + 1ull, 1);
	for (u32 i = 0; i < list->len && i < MOST_CONDITIONS && *asked < OF_RUN; i++) {
		const Constraint *c = &list->at[i];
		u64 location = ((u64)c->function << 32 | c->ins) + 1, known;
		if (intmap_get(&other, constraint_key(search->pool, c) + 1ull, &known) ||
			intmap_get(&locations, location, &known) || c->kind == CON_BOUNDS ||
			c->kind == CON_DIVISION || !only_here(search, side, c))
			continue;
		Expr goal = expr_not(search->pool, c->cond);
		if (!is_new(x, c->function, c->ins, goal))
			continue;
		u32 n[2];
		n[side] = i;
		n[!side] = constraints_beside(w, side, i);
		intmap_put(&locations, location, 1);
		add_question(x, w, n, (Question){.run = run, .goal = goal, .price = PRICE_ALONE});
		++*asked;
	}
	intmap_free(&other);
	intmap_free(&locations);
}

/* True if a version has a value of its own behind the first decision that the versions make in
 * different ways: a store that only one of them does, or an infected value. */
static bool lives_on(const Alignment *w, int side)
{
	const AlignedRun *run = &w->run[side];
	size_t i = 0;
	while (i < run->steps.len && !(run->steps.at[i].infected && run->steps.at[i].branch))
		i++;
	for (; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		if (!s->branch && (s->infected || (s->size && s->other == NO_STEP)))
			return true;
	}
	return false;
}

/* How far an effect came: steps of NEW up to the last with another value than OLD's. None, if no
 * decision differs: what differs as a value only is followed by its expression anyway. */
static u32 reach_of_effect(const Alignment *w)
{
	size_t n = w->run[NEW].steps.len;
	if (!lives_on(w, OLD) && !lives_on(w, NEW))
		return 0;
	while (n && !w->run[NEW].steps.at[n - 1].infected)
		n--;
	return (u32)n;
}

/* Asks the best queries of a run, one for each location. Returns how far an effect propagated. */
static u32 look(Search *search, Propagate *x, u32 run)
{
	Err err;
	Alignment w = {0};
	IntMap locations = {0};
	u32 asked = 0;
	inputs_recall(search->config.inputs, &x->runs.at[run].input, &x->input);
	x->n_looks++;
	if (!search_align(search, x->runs.at[run].input.shape, &x->input, STEPS, &w, &err))
		x->off = true;
	for (Price price = 0; price < N_PRICES && !x->off; price++) {
		for (int side = OLD; price == PRICE_ALONE && side <= NEW; side++)
			ask_alone(search, x, &w, run, side, &asked);
		for (u32 i = 0; i < w.run[NEW].steps.len && asked < OF_RUN; i++) {
			const AlignedStep *s = &w.run[NEW].steps.at[i];
			u64 location = ((u64)s->function << 32 | s->ins) + 1, known;
			if (!s->maybe || price_of(search, &w, i) != price ||
				intmap_get(&locations, location, &known) || !ask_step(search, x, &w, run, i))
				continue;
			intmap_put(&locations, location, 1);
			asked++;
		}
	}
	u32 reach = x->off ? 0 : reach_of_effect(&w);
	intmap_free(&locations);
	alignment_free(&w);
	return reach;
}

static bool take_best(Propagate *x, Question *out)
{
	size_t best = 0;
	if (!x->questions.len)
		return false;
	for (size_t i = 1; i < x->questions.len; i++)
		if (x->questions.at[i].price < x->questions.at[best].price)
			best = i;
	*out = x->questions.at[best];
	memmove(&x->questions.at[best], &x->questions.at[best + 1],
			(x->questions.len - best - 1) * sizeof *x->questions.at);
	x->questions.len--;
	return true;
}

static bool answer(Search *search, Propagate *x, const Question *q, Assignment *out)
{
	load_query(search, x, q);
	inputs_recall(search->config.inputs, &x->runs.at[q->run].input, &x->input);
	x->queries++;
	return solve_near(&search->find, x->runs.at[q->run].input.shape, &x->input, &x->query, q->goal,
					  out) == SOLVE_SAT;
}

/* True if the answer is worth a run: its effect does not end at once. It is aligned in any case, to
 * find the next step. Runs are made for the effect that propagates furthest. */
static bool lives(Search *search, Propagate *x, const Question *q, const Assignment *a)
{
	if (q->price == PRICE_AGAIN)
		return true;
	if (x->runs.len >= MOST_RUNS)
		return false;
	u32 run = keep_run(search, x, x->runs.at[q->run].input.shape, a, x->runs.at[q->run].change);
	x->runs.at[run].looked = true;
	u32 reach = look(search, x, run);
	if (reach > x->score) {
		x->score = reach;
		x->effect = *q;
		x->effect_runs = 0;
		subject_stop(&x->effect_runner);
	}
	return reach || q->price == PRICE_ALONE;
}

static bool propose(Search *search, u32 *shape, Assignment *out)
{
	Propagate *x = search->guide[GUIDE_PROPAGATE];
	Question q;
	x->proposed = false;
	if (x->off || search->pair.runs < PATIENCE)
		return false;
	for (u32 i = 0; i < x->runs.len && !x->off && !solver_over(search->find.solver); i++)
		if (!x->runs.at[i].looked) {
			x->runs.at[i].looked = true;
			if (silent(search, x->runs.at[i].change))
				look(search, x, i);
		}
	x->turn = !x->turn;
	for (u32 i = 0; i < QUERIES && x->turn && take_best(x, &q); i++) {
		if (!silent(search, x->runs.at[q.run].change) || !answer(search, x, &q, out) ||
			!lives(search, x, &q, out))
			continue;
		*shape = x->runs.at[q.run].input.shape;
		x->proposals++;
		x->proposed = true;
		return true;
	}
	return false;
}

Machine *propagate_effect_machine(const Search *search)
{
	const Propagate *x = search->guide[GUIDE_PROPAGATE];
	return x && !search->found ? x->effect_runner.m : NULL;
}

bool propagate_has_effect(const Search *search)
{
	const Propagate *x = search->guide[GUIDE_PROPAGATE];
	return x && x->latest;
}

bool propagate_effect_done(const Search *search)
{
	const Propagate *x = search->guide[GUIDE_PROPAGATE];
	return x && x->effect_runs >= MOST_EFFECT_RUNS;
}

static void stats(const void *state, GuideStats *to)
{
	const Propagate *x = state;
	to->propagate_looks = x->n_looks;
	to->propagate_queries = x->queries;
	to->propagate_runs = x->proposals;
}

static void free_propagate(void *state)
{
	Propagate *x = state;
	subject_stop(&x->effect_runner);
	for (size_t i = 0; i < x->runs.len; i++)
		kept_input_free(&x->runs.at[i].input);
	vec_free(&x->efforts);
	vec_free(&x->runs);
	vec_free(&x->questions);
	vec_free(&x->conds);
	vec_free(&x->query);
	assignment_free(&x->input);
	keymap_free(&x->asked);
	keymap_free(&x->parted);
	intmap_free(&x->keys);
	free(x);
}

const Guide guide_propagate = {.begin = begin,
							   .after_run = after_run,
							   .after_path = after_path,
							   .propose = propose,
							   .stats = stats,
							   .free = free_propagate};
