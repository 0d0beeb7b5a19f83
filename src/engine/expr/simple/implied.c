/* implied.c: drops parts of a conjunction that the other parts, or the conditions on every
 * input, imply.
 *
 * The caller that requests a text provides a prover (TextAsk). The parts that are hardest to
 * read are tried first. A dropped part is not available for later proofs.
 */
#include "engine/expr/simple/simple.h"

enum {
	MOST_ASKED = 200, /* parts of one text that are tried */
	MOST_GIVEN = 24,  /* parts that are all given; of more, those on inputs alone and a few */
	RANKS = 4,
	DEEP = 6,    /* nodes of a term, one above the other, that are hard to read */
	NEAREST = 5, /* how many of these, the last on the same inputs */
};

/* Values of a term, any of a set. */
static Expr in_set(ExprPool *p, Expr term, const RangeSet *set)
{
	unsigned w = nd(p, term)->width;
	Expr any = EXPR_FALSE;
	for (u32 i = 0; i < set->n; i++) {
		Expr lo = expr_const(p, w, set->at[i].lo), hi = expr_const(p, w, set->at[i].hi);
		Expr here = set->at[i].lo == set->at[i].hi
						? expr_eq(p, term, lo)
						: expr_and(p, expr_ule(p, lo, term), expr_ule(p, term, hi));
		any = expr_or(p, any, here);
	}
	return any;
}

static Expr as_pair(ExprPool *p, const SimpleFact *x)
{
	bool is_signed = x->order != 2;
	Expr equal = expr_eq(p, x->a, x->b);
	Expr less = is_signed ? expr_slt(p, x->a, x->b) : expr_ult(p, x->a, x->b);
	Expr greater = is_signed ? expr_slt(p, x->b, x->a) : expr_ult(p, x->b, x->a);
	if (x->ways == EQUAL)
		return equal;
	if (x->ways == (LESS | GREATER))
		return expr_not(p, equal);
	if (!(x->ways & GREATER))
		return x->ways & EQUAL ? expr_not(p, greater) : less;
	if (!(x->ways & LESS))
		return x->ways & EQUAL ? expr_not(p, less) : greater;
	return EXPR_TRUE;
}

/* Returns a fact as a condition. given: only what its text states for certain. The text of a set
 * assumes the values that its term can have, and these may follow from other facts. */
static Expr as_condition(ExprPool *p, const SimpleFact *x, bool given)
{
	if (x->kind == FACT_PAIR)
		return as_pair(p, x);
	if (x->kind == FACT_OTHER)
		return x->negate ? expr_not(p, x->a) : x->a;
	Expr e = in_set(p, x->a, x->set);
	RangeSet whole = ranges_one(x->lo, x->hi);
	return given ? expr_or(p, e, expr_not(p, in_set(p, x->a, &whole))) : e;
}

/* The order in which parts are tried: the hardest to read first, conditions on a single input
 * last. */
static u32 rank(const ExprPool *p, const SimpleFact *x)
{
	u32 depth = nd(p, x->a)->depth;
	if (x->kind == FACT_PAIR && nd(p, x->b)->depth > depth)
		depth = nd(p, x->b)->depth;
	if (x->kind == FACT_SET && nd(p, x->a)->op == EXPR_VAR)
		return 3;
	if (depth >= DEEP)
		return 0;
	return depth >= DEEP / 2 ? 1 : 2;
}

static void push_fixed(ExprPool *p, const Fixed *fixed, ExprList *to)
{
	u64 v;
	for (u32 var = 0; var < fixed->n; var++)
		if (fixed_value(fixed, var, &v))
			vec_push(to, expr_eq(p, expr_var(p, var), expr_const(p, input_width(p, var), v)));
}

/* What stands beside fact i, as far as it is given. A loop makes many parts on the same inputs, the
 * last the strictest, and a proof from all of them takes too long. */
static void push_others(const SimpleFacts *f, size_t i, size_t facts, ExprList *to)
{
	u32 near = 0;
	VarSet vars = nd(f->p, f->list.at[i].a)->vars;
	for (size_t k = f->list.len; k-- > 0;) {
		const SimpleFact *x = &f->list.at[k];
		if (k == i || x->kind == FACT_NONE)
			continue;
		bool alone = x->kind == FACT_SET && nd(f->p, x->a)->op == EXPR_VAR;
		bool like = nd(f->p, x->a)->vars == vars && near < NEAREST;
		near += !alone && like;
		if (alone || like || facts <= MOST_GIVEN)
			vec_push(to, as_condition(f->p, x, true));
	}
}

void simple_leave_implied(SimpleFacts *f, const Fixed *fixed, const TextAsk *ask)
{
	ExprList given = {0};
	u32 asked = 0, facts = 0;
	vec_append(&given, ask->always, ask->n);
	push_fixed(f->p, fixed, &given);
	size_t before = given.len;
	for (size_t i = 0; i < f->list.len; i++)
		facts += f->list.at[i].kind != FACT_NONE;
	/* once more if there were too many at first */
	for (u32 turn = 0, turns = facts > MOST_GIVEN ? 2 * RANKS : RANKS; turn < turns; turn++)
		for (size_t i = f->list.len; i-- > 0 && asked < MOST_ASKED;) {
			SimpleFact *x = &f->list.at[i];
			if (x->kind == FACT_NONE || rank(f->p, x) != turn % RANKS)
				continue;
			given.len = before;
			push_others(f, i, facts, &given);
			asked++;
			if (!ask->implies(ask->who, given.at, given.len, as_condition(f->p, x, false)))
				continue;
			x->kind = FACT_NONE;
			facts--;
		}
	vec_free(&given);
}
