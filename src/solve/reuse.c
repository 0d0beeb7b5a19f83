/* reuse.c: answers from earlier answers.
 *
 * The current input may already do. An identical set of constraints has the answer it had. A set
 * that contains a refuted set is refuted. And the latest models are tried, on the
 * variables of the query.
 */
#include "solve/solver.h"

#include "base/watch.h"

enum {
	MOST_ANSWERS = 1 << 18, /* exact answers kept; then all are dropped */
	REFUTED = 512,          /* refuted sets kept, in a ring */
	MODELS = 24,            /* models kept, in a ring */
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

struct Reuse {
	VEC(KnownAnswer) answers; /* exact answers */
	IntMap by_hash;           /* hash of a set -> 1 + index of its answer */
	ConstraintSet refuted[REFUTED];
	u32 next_refuted; /* slot to fill next */
	Assignment models[MODELS];
	u32 next_model;      /* slot to fill next */
	Expr highest;        /* constraint of all that was learned */
	ConstraintSet query; /* the present query, while it is being answered */
	u64 query_hash;
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
	intmap_clear(&r->by_hash);
}

void reuse_free(Reuse *r)
{
	drop_answers(r);
	vec_free(&r->answers);
	intmap_free(&r->by_hash);
	for (int i = 0; i < REFUTED; i++)
		free(r->refuted[i].at);
	for (int i = 0; i < MODELS; i++)
		assignment_free(&r->models[i]);
	free(r->query.at);
	free(r);
}

static u64 set_hash(const ConstraintSet *s)
{
	u64 h = hash_bytes(s->at, s->n * sizeof *s->at);
	return h ? h : 1; /* IntMap has no key 0 */
}

static bool reaches(const ConstraintSet *s, u32 mark)
{
	return s->n && s->at[s->n - 1] >= mark;
}

void reuse_forget(Reuse *r, u32 mark)
{
	size_t kept = 0;
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
		intmap_clear(&r->by_hash);
		for (size_t i = 0; i < kept; i++)
			intmap_put(&r->by_hash, set_hash(&r->answers.at[i].set), i + 1);
	}
	for (int i = 0; i < REFUTED; i++)
		if (reaches(&r->refuted[i], mark))
			r->refuted[i].n = 0;
}

static int order(const void *a, const void *b)
{
	Expr x = *(const Expr *)a, y = *(const Expr *)b;
	return x < y ? -1 : x > y;
}

static void set_query(Reuse *r, const ExprList *all)
{
	ConstraintSet *q = &r->query;
	q->at = xrealloc(q->at, (all->len + 1) * sizeof *q->at);
	memcpy(q->at, all->at, all->len * sizeof *q->at);
	q->n = all->len;
	q->filter = 0;
	qsort(q->at, q->n, sizeof *q->at, order);
	for (u32 i = 0; i < q->n; i++)
		q->filter |= 1ull << (q->at[i] * 0x9e3779b1u >> 26);
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

static bool exact(Solver *s, int *result)
{
	Reuse *r = s->reuse;
	u64 index;
	if (!intmap_get(&r->by_hash, r->query_hash, &index))
		return false;
	const KnownAnswer *a = &r->answers.at[index - 1];
	if (a->set.n != r->query.n || memcmp(a->set.at, r->query.at, a->set.n * sizeof *a->set.at))
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

static bool try_models(Solver *s)
{
	Reuse *r = s->reuse;
	for (u32 k = 1; k <= MODELS; k++) {
		const Assignment *m = &r->models[(r->next_model + MODELS - k) % MODELS];
		if (!m->at || solver_late(s))
			break;
		for (size_t i = 0; i < s->q.vars.len; i++)
			s->q.model->at[s->q.vars.at[i]] = assignment_get(m, s->q.vars.at[i]);
		if (query_holds(s, s->q.model))
			return true;
	}
	query_copy(s, s->q.model, s->q.current);
	return false;
}

int reuse_answer(Solver *s)
{
	Reuse *r = s->reuse;
	int result;
	stall("reuse");
	if (query_holds(s, s->q.model))
		return SOLVE_SAT;
	set_query(r, &s->q.all);
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
	u64 index;
	set_query(r, &s->q.all);
	if (intmap_get(&r->by_hash, r->query_hash, &index))
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
	} else {
		ConstraintSet *slot = &r->refuted[r->next_refuted];
		free(slot->at);
		*slot = copy_set(&r->query);
		r->next_refuted = (r->next_refuted + 1) % REFUTED;
	}
	vec_push(&r->answers, a);
	intmap_put(&r->by_hash, r->query_hash, r->answers.len);
}
