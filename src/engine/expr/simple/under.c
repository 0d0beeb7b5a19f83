/* under.c: simplifies conditions under other conditions, for texts (simple.c).
 *
 * In a conjunction each part may assume the others: x % 100 == 0 && y <= (x % 100 == 0 ? 28 :
 * 29) is x % 100 == 0 && y <= 28. It may also assume what the ranges of inputs imply about a
 * term: the sign of a byte that is a digit, a remainder that cannot be negative, a difference
 * compared with zero. And a condition that depends on its inputs through a term with few values
 * (an index of a table, some bits) is the set of these values.
 */
#include "engine/expr/simple/under.h"
#include "engine/expr/simple/narrow.h"

enum {
	MOST_CONDITIONS = 64, /* conditions that are compared with each other */
	MOST_NODES = 1500,    /* below all of them */
	PLAIN_DEPTH = 2,      /* of a comparison of an input, which may be extended, with a constant */
	MOST_TERM = 400,      /* nodes of one that is looked at under ranges, or through a term */
};

/* ---- each under the others ---- */

static bool is_input(const ExprPool *p, Expr e)
{
	return nd(p, e)->op == EXPR_VAR;
}

/* What a condition that holds says of terms in others. */
typedef struct Given {
	Expr term[3], value[3];
	u32 n;
} Given;

static void give(const ExprPool *p, Given *g, Expr term, Expr value)
{
	/* Inputs with one value are put in by others (fixed.c). */
	if (is_const(p, term) || (is_input(p, term) && is_const(p, value)))
		return;
	g->term[g->n] = term;
	g->value[g->n++] = value;
}

static Given given_by(ExprPool *p, Expr e)
{
	Given g = {.n = 0};
	Expr no = expr_not(p, e);
	const ExprNode *n = nd(p, e);
	give(p, &g, e, EXPR_TRUE);
	give(p, &g, no, EXPR_FALSE);
	if (n->op != EXPR_EQ)
		return g;
	bool swap = is_const(p, n->a) ||
				(is_input(p, n->a) && is_input(p, n->b) && nd(p, n->a)->a < nd(p, n->b)->a);
	Expr a = swap ? n->b : n->a, b = swap ? n->a : n->b;
	if (nd(p, a)->width > 1 && (is_const(p, b) || (is_input(p, a) && is_input(p, b))))
		give(p, &g, a, b);
	return g;
}

/* True if another condition says something of a term in this one. */
static bool is_concerned(ExprPool *p, Expr e, size_t i, const IntMap *owner)
{
	ExprList all = {0};
	bool found = false;
	u64 who;
	expr_postorder(p, &e, 1, &all);
	for (size_t k = 0; k < all.len && !found; k++)
		found = intmap_get(owner, all.at[k], &who) && who != i;
	vec_free(&all);
	return found;
}

void under_each_other(ExprPool *p, ExprList *conds)
{
	Given given[MOST_CONDITIONS];
	IntMap owner = {0};
	bool same_inputs = false;
	bool small =
		conds->len <= MOST_CONDITIONS && expr_all_fit(p, conds->at, conds->len, MOST_NODES);
	for (size_t i = 0; small && i < conds->len; i++) {
		u64 who;
		given[i] = given_by(p, conds->at[i]);
		same_inputs |= given[i].n > 2 && is_input(p, given[i].term[2]);
		for (u32 k = 0; k < given[i].n; k++)
			intmap_put(&owner, given[i].term[k],
					   intmap_get(&owner, given[i].term[k], &who) ? MOST_CONDITIONS : i);
	}
	/* One after the other: what is given for the next one is what became of those before. */
	for (size_t i = 0; small && i < conds->len; i++) {
		IntMap map = {0};
		/* A comparison of an input with a constant has nothing inside. */
		if (nd(p, conds->at[i])->depth <= PLAIN_DEPTH && !same_inputs)
			continue;
		if (!is_concerned(p, conds->at[i], i, &owner))
			continue;
		for (size_t j = 0; j < conds->len; j++)
			for (u32 k = 0; k < given[j].n && conds->at[j] != conds->at[i]; k++)
				intmap_put(&map, given[j].term[k], given[j].value[k]);
		expr_rebuild(p, &conds->at[i], 1, &map);
		intmap_free(&map);
		given[i] = given_by(p, conds->at[i]);
	}
	intmap_free(&owner);
}

/* ---- under ranges of inputs ---- */

/* A node as it is now, and its bounds. */
typedef struct Now {
	Expr e;
	ExprInfo info;
	Expr factor;     /* MUL: the first factor as it is now; else 0 */
	u64 factor_high; /* its bound */
	Narrow narrow;   /* as an int */
} Now;

static bool not_negative(const Now *x, unsigned width)
{
	return x->info.high <= mask64(width) >> 1;
}

/* a - b < 0 is a < b if neither can be negative; likewise for the other comparisons of signed
 * numbers. */
static Expr compare_difference(ExprPool *p, const ExprNode *n, const Now *a, const Now *b)
{
	bool left = is_const(p, a->e) && !const64(nd(p, a->e));
	const ExprNode *d = nd(p, left ? b->e : a->e);
	if ((n->op != EXPR_SLT && n->op != EXPR_SLE) || d->op != EXPR_SUB || d->width > 64 ||
		(!left && (!is_const(p, b->e) || const64(nd(p, b->e)))))
		return 0;
	u64 half = mask64(d->width) >> 1;
	if (nd(p, d->a)->info.high > half || nd(p, d->b)->info.high > half)
		return 0;
	return expr_make(p, n->op, 1, left ? d->b : d->a, left ? d->a : d->b, 0);
}

/* x * 2000 / 100 is x * 20 if the product fits. */
static Expr divide_product(ExprPool *p, const ExprNode *n, const Now *a, const Now *b)
{
	const ExprNode *product = nd(p, a->e);
	if ((n->op != EXPR_SDIV && n->op != EXPR_UDIV) || n->width > 64 || !is_const(p, b->e) ||
		product->op != EXPR_MUL || !is_const(p, product->b) || product->a != a->factor)
		return 0;
	u64 times = const64(nd(p, product->b)), by = const64(nd(p, b->e)), half = mask64(n->width) >> 1;
	/* a is its bounds' product only if that did not wrap, which makes it this small */
	if (!by || !times || times > half || by > half || times % by || a->info.high > half)
		return 0;
	u64 most = 0;
	if (__builtin_mul_overflow(a->factor_high, times, &most) || most > half)
		return 0;
	return expr_mul(p, product->a, expr_const(p, n->width, times / by));
}

static Expr simpler(ExprPool *p, const ExprNode *n, const Now *kid[3])
{
	unsigned arity = expr_arity[n->op];
	if (arity == 2 && op_compares(n->op) && nd(p, kid[0]->e)->width <= 64) {
		int decided =
			expr_info_compare(n->op, nd(p, kid[0]->e)->width, &kid[0]->info, &kid[1]->info);
		if (decided >= 0)
			return decided ? EXPR_TRUE : EXPR_FALSE;
		Expr e = compare_difference(p, n, kid[0], kid[1]);
		if (e)
			return e;
	}
	if (n->op == EXPR_SEXT && n->width <= 64 && not_negative(kid[0], nd(p, kid[0]->e)->width))
		return expr_zext(p, kid[0]->e, n->width);
	if (n->op == EXPR_AND && is_const(p, kid[1]->e) && n->width <= 64) {
		u64 k = const64(nd(p, kid[1]->e));
		if (!(k & (k + 1)) && kid[0]->info.high <= k)
			return kid[0]->e;
	}
	Expr quotient = arity == 2 ? divide_product(p, n, kid[0], kid[1]) : 0;
	if (quotient)
		return quotient;
	/* Parameters are no kids. */
	return expr_make(p, n->op, n->width, arity > 0 ? kid[0]->e : n->a, arity > 1 ? kid[1]->e : n->b,
					 arity > 2 ? kid[2]->e : n->c);
}

/* The same as an int, if it is one. */
static void as_int(ExprPool *p, const ExprNode *n, const Now *kid[3], Now *now)
{
	const Expr kids[3] = {kid[0] ? kid[0]->e : 0, kid[1] ? kid[1]->e : 0, kid[2] ? kid[2]->e : 0};
	const Narrow *of[3] = {kid[0] ? &kid[0]->narrow : NULL, kid[1] ? &kid[1]->narrow : NULL,
						   kid[2] ? &kid[2]->narrow : NULL};
	now->narrow = narrow_of(p, n, now->e, &now->info, kids, of);
	Expr extended = narrow_extended(p, n, &now->narrow);
	if (extended && !is_const(p, now->e))
		now->e = extended;
}

static Now now_of(ExprPool *p, const ExprNode *n, Expr e, const IntMap *at, const Now *list,
				  const ExprInfo *of_var)
{
	const u32 kids[3] = {n->a, n->b, n->c};
	const Now *kid[3] = {0};
	Now now = {.e = e, .info = n->op == EXPR_VAR ? of_var[n->a] : n->info};
	if (!expr_arity[n->op] || n->op == EXPR_STORE) {
		as_int(p, n, kid, &now);
		return now;
	}
	for (unsigned k = 0; k < expr_arity[n->op]; k++) {
		u64 i = 0;
		intmap_get(at, kids[k], &i);
		kid[k] = &list[i];
	}
	if (n->width && n->width <= 64 && n->op != EXPR_READ)
		now.info = expr_info_of(p, n, &kid[0]->info, kid[1] ? &kid[1]->info : NULL,
								kid[2] ? &kid[2]->info : NULL);
	if (n->width && n->width <= 64 && now.info.low == now.info.high) {
		now.e = expr_const(p, n->width, now.info.low);
	} else {
		now.e = simpler(p, n, kid);
		now.factor = n->op == EXPR_MUL ? kid[0]->e : 0;
		now.factor_high = n->op == EXPR_MUL ? kid[0]->info.high : 0;
	}
	as_int(p, n, kid, &now);
	return now;
}

Expr under_ranges(ExprPool *p, Expr e, const ExprInfo *of_var, ExprInfo *info)
{
	ExprList all = {0};
	IntMap at = {0};
	*info = nd(p, e)->info;
	if (!expr_fits(p, e, MOST_TERM))
		return e;
	expr_postorder(p, &e, 1, &all);
	Now *list = xcalloc(all.len + 1, sizeof *list);
	for (size_t i = 0; i < all.len; i++) {
		list[i] = now_of(p, nd(p, all.at[i]), all.at[i], &at, list, of_var);
		intmap_put(&at, all.at[i], i);
	}
	e = list[all.len - 1].e;
	*info = list[all.len - 1].info;
	free(list);
	intmap_free(&at);
	vec_free(&all);
	return e;
}

/* ---- through a term of a few values ---- */

/* True if e depends on inputs through t only. */
static bool only_through(ExprPool *p, Expr e, Expr t)
{
	u32 seen = expr_stamp(p);
	ExprList stack = {0};
	bool only = true;
	vec_push(&stack, e);
	while (stack.len && only) {
		Expr x = vec_pop(&stack);
		const ExprNode *n = nd(p, x);
		const u32 kids[3] = {n->a, n->b, n->c};
		if (x == t || p->stamp[x] == seen)
			continue;
		p->stamp[x] = seen;
		only = n->op != EXPR_VAR && n->op != EXPR_UNDEF;
		vec_append(&stack, kids, expr_arity[n->op]);
	}
	vec_free(&stack);
	return only;
}

static ExprInfo range_of(const ExprPool *p, Expr e, const ExprInfo *of_var, const TermBounds *known,
						 size_t n_known)
{
	const ExprNode *n = nd(p, e);
	for (size_t i = 0; i < n_known; i++)
		if (known[i].term == e)
			return expr_info_range(n->width, known[i].low, known[i].high);
	return of_var && n->op == EXPR_VAR ? of_var[n->a] : n->info;
}

/* The value of e for each value of a term. e depends on nothing else, so it needs no inputs. */
static void values_through(ExprPool *p, Expr e, Expr term, UnderValues *out)
{
	const Assignment none = {0};
	if (!p->eval)
		p->eval = expr_eval_new(p);
	for (u32 i = 0; i < out->n; i++) {
		expr_eval_begin(p->eval, &none);
		expr_eval_put(p->eval, term, out->first + i);
		out->value[i] = (u64)expr_eval_value(p->eval, e);
	}
}

bool under_few_values(ExprPool *p, Expr e, const ExprInfo *of_var, const TermBounds *known,
					  size_t n_known, Expr *term, UnderValues *out)
{
	ExprList all = {0};
	ExprInfo range = {0};
	Expr found = 0;
	if (nd(p, e)->width > 64 || !expr_fits(p, e, MOST_TERM))
		return false;
	expr_postorder(p, &e, 1, &all);
	for (size_t i = 0; i + 1 < all.len && !found; i++) {
		const ExprNode *n = nd(p, all.at[i]);
		if (n->width < 2 || n->width > 64 || n->vars != expr_vars(p, e))
			continue;
		range = range_of(p, all.at[i], of_var, known, n_known);
		if (range.high - range.low < UNDER_VALUES && only_through(p, e, all.at[i]))
			found = all.at[i];
	}
	vec_free(&all);
	if (!found)
		return false;
	*term = found;
	*out = (UnderValues){.first = range.low};
	out->n = (u32)(range.high - range.low + 1);
	values_through(p, e, found, out);
	return true;
}
