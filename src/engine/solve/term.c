/* term.c: represents constraints that depend on the inputs through one term as sets of its
 * values.
 *
 * A scanner looks up a byte in a table, the result in the next table, and compares at the end:
 * next[base[class[c]]] == 7, where the byte is inside a choice by the length of the input. The
 * whole constraint is a function of c, which has few values. Therefore we tabulate it once and
 * cache the set of values on which the constraint holds, as for a constraint on one variable
 * (domain.c). Sets of the same term are intersected. Narrowing then starts once from the term,
 * instead of descending from each constraint through all tables.
 *
 * The term is the deepest node on all paths from the constraint to variables, among those with
 * few values.
 */
#include "engine/solve/direct.h"

enum {
	MOST_NODES = 2048,     /* of a constraint that is looked at */
	MOST_VALUES = 1 << 12, /* of a term */
	MOST_STEPS = 1 << 17,  /* nodes evaluated for one set */
	STEPS_PER_WORK = 4,    /* of a tape */
	MOST_CACHED = 20000,   /* constraints remembered; then all are dropped */
};

/* What is known of one constraint. */
typedef struct KnownTerm {
	Expr e;     /* the constraint */
	Expr term;  /* 0: it has none */
	bool reads; /* from a constant table, above the term */
	Domain set; /* values of the term on which e holds */
} KnownTerm;

struct Terms {
	VEC(KnownTerm) entries;
	IntMap by_expr; /* constraint -> 1 + index */
	u64 *ways;      /* scratch: by place, ways to variables, then ways from the constraint */
	size_t cap;     /* room in it */
};

Terms *terms_new(void)
{
	return xcalloc(1, sizeof(Terms));
}

static void drop(Terms *t, u32 from)
{
	size_t kept = 0;
	for (size_t i = 0; i < t->entries.len; i++) {
		if (t->entries.at[i].e >= from)
			vec_free(&t->entries.at[i].set);
		else
			t->entries.at[kept++] = t->entries.at[i];
	}
	if (kept == t->entries.len)
		return;
	t->entries.len = kept;
	intmap_clear(&t->by_expr);
	for (size_t i = 0; i < kept; i++)
		intmap_put(&t->by_expr, t->entries.at[i].e, i + 1);
}

void terms_free(Terms *t)
{
	drop(t, 0);
	vec_free(&t->entries);
	intmap_free(&t->by_expr);
	free(t->ways);
	free(t);
}

void terms_forget(Terms *t, u32 mark)
{
	drop(t, mark);
}

/* Few values, and more than one variable below. */
static bool is_candidate(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	u32 var;
	return n->op != EXPR_VAR && n->vars && n->width > 1 && n->width <= 64 &&
		   n->info.high - n->info.low < MOST_VALUES && !direct_only_var(p, e, &var);
}

/* The deepest candidate that all ways to variables pass; 0: there is none. Ways are counted modulo
 * 2^64: who takes the answer makes sure. */
static Expr find_term(Terms *t, ExprPool *p, Expr e)
{
	ExprList all = {0};
	Expr found = 0;
	/* Of sums and checksums, each constraint is as large as all before it together. */
	if (!expr_fits(p, e, MOST_NODES))
		return 0;
	expr_postorder(p, &e, 1, &all);
	if (t->cap < all.len * 2) {
		t->cap = all.len * 2;
		t->ways = xrealloc(t->ways, t->cap * sizeof *t->ways);
	}
	u64 *to = t->ways, *from = t->ways + all.len;
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *n = nd(p, all.at[i]);
		const u32 kids[3] = {n->a, n->b, n->c};
		from[i] = 0;
		to[i] = n->op == EXPR_VAR;
		for (unsigned k = 0; k < expr_arity[n->op]; k++)
			to[i] += to[p->location[kids[k]]];
	}
	from[all.len - 1] = 1;
	for (size_t i = all.len; i-- > 0;) {
		const ExprNode *n = nd(p, all.at[i]);
		const u32 kids[3] = {n->a, n->b, n->c};
		for (unsigned k = 0; k < expr_arity[n->op]; k++)
			from[p->location[kids[k]]] += from[i];
	}
	for (size_t i = 0; i + 1 < all.len && !found; i++)
		if (from[i] * to[i] == to[all.len - 1] && is_candidate(p, all.at[i]))
			found = all.at[i];
	vec_free(&all);
	return found;
}

/* Tries all values of the term. */
static void tabulate(Solver *s, KnownTerm *k)
{
	u32 cell = 0;
	Tape *t = tape_over(s->p, k->e, k->term, &cell);
	u64 low, high;
	expr_range(s->p, k->term, &low, &high);
	bool good = t && tape_len(t) * (high - low + 1) <= MOST_STEPS;
	if (good) {
		u64 work = tape_len(t) * (high - low + 1) / STEPS_PER_WORK;
		s->stats.work += work;
		s->set_work += work;
		k->reads = tape_reads(t);
	}
	for (u64 v = low; good; v++) {
		tape_put(t, cell, v);
		if (tape_holds(t))
			domain_add(&k->set, v);
		if (v == high)
			break;
	}
	if (!good)
		k->term = 0;
	tape_free(t);
}

const Domain *term_of(Solver *s, Expr e, Expr *term, bool *reads)
{
	Terms *t = s->terms;
	u64 index;
	if (!intmap_get(&t->by_expr, e, &index)) {
		if (t->entries.len == MOST_CACHED)
			drop(t, 0);
		KnownTerm made = {.e = e, .term = find_term(t, s->p, e)};
		if (made.term)
			tabulate(s, &made);
		vec_push(&t->entries, made);
		intmap_put(&t->by_expr, e, t->entries.len);
		index = t->entries.len;
	}
	const KnownTerm *k = &t->entries.at[index - 1];
	*term = k->term;
	*reads = k->reads;
	return k->term ? &k->set : NULL;
}
