/* reuse.c: answers queries from earlier answers.
 *
 * The current input may satisfy the query already. An identical set of constraints has the same
 * answer. A superset of a refuted set is refuted. Finally the latest models are tried, on the
 * variables of the query.
 */
#include "engine/solve/solver.h"

#include "base/watch.h"

enum {
	MOST_ANSWERS = 1 << 18, /* exact answers kept; then all are dropped */
	REFUTED = 512,          /* refuted sets kept, in a ring */
	MODELS = 24,            /* models kept, in a ring */
	TRUTHS = 1 << 12,       /* constraints of which it is kept on which models they hold */
	MANY = 1 << 9,          /* constraints that are sorted by digits */
};

/* A set of constraints: ascending numbers, and a filter for quick subset tests. */
typedef struct ConstraintSet {
	Expr *at;
	u32 n;
	u64 filter; /* bit number % 64 of each member, mixed */
} ConstraintSet;

typedef struct KnownAnswer {
	ConstraintSet set;
	SolveResult result;
	u64 *values; /* SAT: one per variable of the set, ascending; else NULL */
	u32 n_values;
} KnownAnswer;

/* On which of the models a constraint holds. */
typedef struct ModelTruth {
	Expr e;           /* 0: none */
	u32 known, holds; /* bit: slot of a model */
	u64 learned;      /* models so far: of later ones nothing is known */
} ModelTruth;

struct Reuse {
	VEC(KnownAnswer) answers; /* exact answers */
	HintMap known;            /* indices of answers */
	ConstraintSet refuted[REFUTED];
	u32 next_refuted; /* slot to fill next */
	Assignment models[MODELS];
	u32 next_model;            /* slot to fill next */
	u64 learned;               /* models so far */
	ModelTruth truths[TRUTHS]; /* by constraint, modulo */
	Expr highest;              /* constraint of all that was learned */
	ConstraintSet query;       /* the present query, while it is being answered */
	Hash query_hash;           /* of this */
	u64 query_call;            /* number of the call that it is of */
};

Reuse *reuse_new(void)
{
	return xcalloc(1, sizeof(Reuse));
}

static void drop_answers(Reuse *r)
{
	for (size_t i = 0; i < r->answers.len; i++) {
		free(r->answers.at[i].set.at);
		free(r->answers.at[i].values);
	}
	r->answers.len = 0;
	hintmap_clear(&r->known);
}

void reuse_free(Reuse *r)
{
	drop_answers(r);
	vec_free(&r->answers);
	hintmap_free(&r->known);
	for (int i = 0; i < REFUTED; i++)
		free(r->refuted[i].at);
	for (int i = 0; i < MODELS; i++)
		assignment_free(&r->models[i]);
	free(r->query.at);
	free(r);
}

static Hash set_hash(const ConstraintSet *s)
{
	return hash_bytes(s->at, s->n * sizeof *s->at);
}

static bool reaches(const ConstraintSet *s, u32 mark)
{
	return s->n && s->at[s->n - 1] >= mark;
}

void reuse_forget(Reuse *r, u32 mark)
{
	size_t kept = 0;
	for (int i = 0; i < TRUTHS; i++)
		if (r->truths[i].e >= mark)
			r->truths[i].e = 0;
	if (r->highest < mark)
		return;
	r->highest = mark ? mark - 1 : 0; /* what is kept is below */
	for (size_t i = 0; i < r->answers.len; i++) {
		KnownAnswer *a = &r->answers.at[i];
		if (reaches(&a->set, mark)) {
			free(a->set.at);
			free(a->values);
		} else {
			r->answers.at[kept++] = *a;
		}
	}
	if (kept < r->answers.len) {
		r->answers.len = kept;
		hintmap_clear(&r->known);
		for (size_t i = 0; i < kept; i++)
			hintmap_add(&r->known, set_hash(&r->answers.at[i].set), (u32)i);
	}
	for (int i = 0; i < REFUTED; i++)
		if (reaches(&r->refuted[i], mark))
			r->refuted[i].n = 0;
}

/* Digit by digit: a path of a long input has some ten thousand, and each query brings them again. */
static void sort(Expr *at, Expr *spare, u32 n)
{
	enum { BITS = 11, DIGITS = 3 };
	for (u32 d = 0; d < DIGITS; d++) {
		u32 begin[(1 << BITS) + 1] = {0};
		for (u32 i = 0; i < n; i++)
			begin[(at[i] >> d * BITS & ((1 << BITS) - 1)) + 1]++;
		for (u32 k = 1; k < 1 << BITS; k++)
			begin[k] += begin[k - 1];
		for (u32 i = 0; i < n; i++)
			spare[begin[at[i] >> d * BITS & ((1 << BITS) - 1)]++] = at[i];
		memcpy(at, spare, n * sizeof *at);
	}
}

static int order(const void *a, const void *b)
{
	Expr x = *(const Expr *)a, y = *(const Expr *)b;
	return x < y ? -1 : x > y;
}

/* Once for each call of solve(). */
static void set_query(Reuse *r, const ExprList *all, u64 call)
{
	ConstraintSet *q = &r->query;
	if (r->query_call == call)
		return;
	r->query_call = call;
	q->at = xrealloc(q->at, (all->len + 1) * 2 * sizeof *q->at);
	memcpy(q->at, all->at, all->len * sizeof *q->at);
	q->n = all->len;
	q->filter = 0;
	if (q->n > MANY)
		sort(q->at, q->at + q->n + 1, q->n);
	else
		qsort(q->at, q->n, sizeof *q->at, order);
	for (u32 i = 0; i < q->n; i++)
		q->filter |= 1ull << hash_slot(hash_from(q->at[i] * 0x9e3779b1u >> 26), 64);
	for (u32 i = 1; CHECKED && i < q->n;
		 i++) /* whether a set is in another is asked in this order */
		must(q->at[i - 1] <= q->at[i]);
	r->query_hash = set_hash(q);
}

static ConstraintSet copy_set(const ConstraintSet *s)
{
	ConstraintSet made = {xmalloc((s->n + 1) * sizeof *s->at), s->n, s->filter};
	memcpy(made.at, s->at, s->n * sizeof *s->at);
	return made;
}

static bool contains(const ConstraintSet *big, const ConstraintSet *small)
{
	if (small->n == 0 || small->n > big->n || (small->filter & ~big->filter))
		return false;
	u32 i = 0;
	for (u32 k = 0; k < small->n; k++) {
		while (i < big->n && big->at[i] < small->at[k])
			i++;
		if (i == big->n || big->at[i] != small->at[k])
			return false;
	}
	return true;
}

/* The answer to the present query; NULL: none is known. */
static const KnownAnswer *find_answer(const Reuse *r)
{
	u32 i;
	for (size_t at = 0; hintmap_next(&r->known, r->query_hash, &at, &i);) {
		const ConstraintSet *set = &r->answers.at[i].set;
		if (set->n == r->query.n && !memcmp(set->at, r->query.at, set->n * sizeof *set->at))
			return &r->answers.at[i];
	}
	return NULL;
}

static bool exact(Solver *s, int *result)
{
	const KnownAnswer *a = find_answer(s->reuse);
	if (!a)
		return false;
	if (a->result == SOLVE_SAT) {
		if (a->n_values != s->q.vars.len)
			return false;
		for (u32 i = 0; i < a->n_values; i++)
			s->q.model->at[s->q.vars.at[i]] = a->values[i];
	}
	*result = a->result;
	return true;
}

/* What is known of a constraint on the models. */
static ModelTruth *truth_of(Reuse *r, Expr e)
{
	ModelTruth *t = &r->truths[e % TRUTHS];
	if (t->e != e)
		*t = (ModelTruth){.e = e, .learned = r->learned};
	for (; t->learned < r->learned && t->known; t->learned++)
		t->known &= ~(1u << t->learned % MODELS);
	t->learned = r->learned;
	return t;
}

/* True if all constraints hold on a model. The evaluator begins with it when it has to. */
static bool holds_on(Solver *s, u32 slot)
{
	bool begun = false;
	for (size_t i = 0; i < s->q.all.len; i++) {
		ModelTruth *t = truth_of(s->reuse, s->q.all.at[i]);
		u32 bit = 1u << slot;
		if (!(t->known & bit)) {
			if (!begun)
				expr_eval_next(s->eval, &s->reuse->models[slot]);
			begun = true;
			bool holds = (u64)expr_eval_value(s->eval, t->e);
			t->known |= bit;
			t->holds = holds ? t->holds | bit : t->holds & ~bit;
		}
		if (!(t->holds & bit))
			return false;
	}
	return true;
}

/* Constraints look at the variables of the query alone: a model is tried as it is. */
static bool try_models(Solver *s)
{
	Reuse *r = s->reuse;
	for (u32 k = 1; k <= MODELS; k++) {
		u32 slot = (r->next_model + MODELS - k) % MODELS;
		const Assignment *m = &r->models[slot];
		if (!m->at || solver_late(s))
			break;
		if (!holds_on(s, slot))
			continue;
		for (size_t i = 0; i < s->q.vars.len; i++)
			s->q.model->at[s->q.vars.at[i]] = assignment_get(m, s->q.vars.at[i]);
		return true;
	}
	return false;
}

/* Slicing has evaluated the current input. */
static bool current_holds(Solver *s)
{
	for (size_t i = 0; i < s->q.all.len; i++)
		if (!(u64)expr_eval_value(s->slicer.eval, s->q.all.at[i]))
			return false;
	return true;
}

int reuse_answer(Solver *s)
{
	Reuse *r = s->reuse;
	int result;
	stall("reuse");
	if (current_holds(s))
		return SOLVE_SAT;
	set_query(r, &s->q.all, s->stats.calls);
	if (exact(s, &result))
		return result;
	for (int i = 0; i < REFUTED; i++)
		if (contains(&r->query, &r->refuted[i]))
			return SOLVE_UNSAT;
	if (!try_models(s))
		return SOLVE_OPEN;
	model_shape(s);
	return SOLVE_SAT;
}

void reuse_learn(Solver *s, SolveResult result)
{
	Reuse *r = s->reuse;
	if (!(s->opt.layers & 1u << LAYER_REUSE) || s->opt.random)
		return;
	set_query(r, &s->q.all, s->stats.calls);
	if (find_answer(r))
		return;
	if (r->answers.len == MOST_ANSWERS)
		drop_answers(r);
	if (r->query.n && r->query.at[r->query.n - 1] > r->highest)
		r->highest = r->query.at[r->query.n - 1];
	KnownAnswer a = {.set = copy_set(&r->query), .result = result};
	if (result == SOLVE_SAT) {
		a.n_values = s->q.vars.len;
		a.values = xmalloc((a.n_values + 1) * sizeof *a.values);
		for (u32 i = 0; i < a.n_values; i++)
			a.values[i] = s->q.model->at[s->q.vars.at[i]];
		assignment_copy(&r->models[r->next_model], s->q.model);
		r->next_model = (r->next_model + 1) % MODELS;
		r->learned++;
	} else {
		ConstraintSet *slot = &r->refuted[r->next_refuted];
		free(slot->at);
		*slot = copy_set(&r->query);
		r->next_refuted = (r->next_refuted + 1) % REFUTED;
	}
	vec_push(&r->answers, a);
	hintmap_add(&r->known, r->query_hash, (u32)r->answers.len - 1);
}
