/* lower.c: removes array reads, text and awkward divisions from expressions before Z3 sees them.
 *
 * A read of a constant table becomes a decision tree over the bits of the index that its bounds
 * leave open. Equal halves fold, so sparse tables stay small. Stores become choices above it. Of
 * divisions by a constant only unsigned quotients remain.
 */
#include "engine/expr/float/float.h"
#include "engine/solve/solver.h"

enum { LOWERED = EXPR_HAS_ARRAY | EXPR_HAS_TEXT | EXPR_HAS_DIVISION };

/* A table and the index into it. */
typedef struct TableTree {
	ExprPool *p;
	const ExprTable *t;
	Expr index;
	u64 low, high; /* bounds of the index */
} TableTree;

/* The byte at an index whose bits above `bits` are those of base. 0 if no index is there. */
static Expr tree(const TableTree *x, unsigned bits, u64 base)
{
	u64 last = base + mask64(bits);
	if (base > x->high || last < x->low)
		return 0;
	if (bits == 0 || base >= x->t->n)
		return expr_const(x->p, 8, base < x->t->n ? x->t->bytes[base] : 0);
	Expr zero = tree(x, bits - 1, base), one = tree(x, bits - 1, base + (1ull << (bits - 1)));
	if (!zero || !one)
		return zero ? zero : one;
	if (zero == one)
		return zero;
	return expr_ite(x->p, expr_extract(x->p, x->index, bits - 1, 1), one, zero);
}

static Expr lower_read(ExprPool *p, Expr array, Expr index)
{
	ExprList stores = {0};
	for (; nd(p, array)->op == EXPR_STORE; array = nd(p, array)->a)
		vec_push(&stores, array);
	TableTree x = {.p = p, .t = &p->tables.at[nd(p, array)->a], .index = index};
	expr_range(p, index, &x.low, &x.high);
	Expr e = tree(&x, 32, 0);
	for (size_t i = stores.len; i-- > 0;) {
		const ExprNode *n = nd(p, stores.at[i]);
		e = expr_ite(p, expr_eq(p, index, n->b), n->c, e);
	}
	vec_free(&stores);
	return e;
}

/* A division by a constant other than 0, by way of the unsigned quotient. */
static Expr lower_division(ExprPool *p, ExprOp op, Expr x, Expr k)
{
	unsigned w = nd(p, x)->width;
	Expr zero = expr_const(p, w, 0);
	if (op == EXPR_UREM)
		return expr_sub(p, x, expr_mul(p, expr_udiv(p, x, k), k));
	Expr negative = expr_slt(p, x, zero), minus = expr_slt(p, k, zero);
	Expr size = expr_ite(p, negative, expr_neg(p, x), x);
	Expr by = minus == EXPR_TRUE ? expr_neg(p, k) : k;
	Expr q = expr_udiv(p, size, by);
	if (op == EXPR_SDIV)
		return expr_ite(p, expr_xor(p, negative, minus), expr_neg(p, q), q);
	Expr r = expr_sub(p, size, expr_mul(p, q, by));
	return expr_ite(p, negative, expr_neg(p, r), r);
}

static bool is_awkward(const ExprPool *p, const ExprNode *n)
{
	return (n->op == EXPR_UREM || n->op == EXPR_SDIV || n->op == EXPR_SREM) && n->width > 1 &&
		   is_const(p, n->b) && const_value(p, n->b) != 0;
}

static void reserve(Lowering *l, u32 need)
{
	if (l->cap >= need)
		return;
	u32 cap = need * 2;
	l->to = xrealloc(l->to, cap * sizeof *l->to);
	memset(l->to + l->cap, 0, (cap - l->cap) * sizeof *l->to);
	l->cap = cap;
}

static const Digits *digits_of(Lowering *l, ExprPool *p, Expr e, bool is_signed)
{
	for (size_t i = 0; i < l->digits.len; i++)
		if (l->digits.at[i].e == e && l->digits.at[i].is_signed == is_signed)
			return &l->digits.at[i];
	Digits made = {.e = e, .is_signed = is_signed};
	for (u32 k = 0; k < TEXT_DIGITS; k++)
		made.digit[k] = expr_undef(p, 4, FIRST_INVENTED + l->digits.len * TEXT_DIGITS + k);
	made.definition = lower(l, p, expr_text_digits(p, e, is_signed, made.digit));
	vec_push(&l->digits, made);
	return &vec_last(&l->digits);
}

/* Decimal text by invented digits: dividing it out of the number is much harder on the solver. */
static Expr lower_text(Lowering *l, ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	const TextFormat *f = &p->formats.at[n->c];
	if (format_is_float(f))
		return e; /* it may be anything, as far as Z3 knows */
	if (f->base != 10 || n->op == EXPR_TEXTLEN)
		return lower(l, p, expr_text_expand(p, e));
	bool is_signed = f->is_signed;
	return expr_text_expand_with(p, e, digits_of(l, p, n->a, is_signed)->digit);
}

static void lower_node(Lowering *l, ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	unsigned arity = expr_arity[n->op];
	u32 kids[3] = {n->a, n->b, n->c};
	Expr made = e;
	bool changed = false;
	for (unsigned k = 0; k < arity; k++) {
		changed |= l->to[kids[k]] != kids[k];
		kids[k] = l->to[kids[k]];
	}
	if (changed)
		made = expr_make(p, n->op, n->width, kids[0], kids[1], kids[2]);
	ExprOp op = nd(p, made)->op;
	if (op == EXPR_READ)
		made = lower_read(p, nd(p, made)->a, nd(p, made)->b);
	else if (op == EXPR_TEXTCHAR || op == EXPR_TEXTLEN)
		made = lower_text(l, p, made);
	else if (is_awkward(p, nd(p, made)))
		made = lower_division(p, op, nd(p, made)->a, nd(p, made)->b);
	reserve(l, p->len);
	l->to[e] = made;
	vec_push(&l->log, e);
}

/* What is left to lower below e, operands first. Constraints share nearly all they have: what is done,
 * and what holds nothing to lower, is not walked through again. */
static void open_below(const Lowering *l, ExprPool *p, Expr e, ExprList *out)
{
	u32 seen = expr_stamp(p);
	ExprList stack = {0};
	vec_push(&stack, e);
	while (stack.len) {
		Expr x = vec_last(&stack);
		const ExprNode *n = nd(p, x);
		const u32 kids[3] = {n->a, n->b, n->c};
		size_t before = stack.len;
		bool plain = !(n->flags & (LOWERED)), done = l->to[x] || p->stamp[x] == seen;
		for (unsigned k = plain || done ? 0 : expr_arity[n->op]; k-- > 0;)
			if (!l->to[kids[k]] && p->stamp[kids[k]] != seen)
				vec_push(&stack, kids[k]);
		if (stack.len > before)
			continue;
		if (!done)
			vec_push(out, x);
		p->stamp[x] = seen;
		stack.len--;
	}
	vec_free(&stack);
}

Expr lower(Lowering *l, ExprPool *p, Expr e)
{
	return lower_until(l, p, e, UINT64_MAX);
}

Expr lower_until(Lowering *l, ExprPool *p, Expr e, u64 end)
{
	if (!(nd(p, e)->flags & (LOWERED)))
		return e;
	reserve(l, p->len);
	if (l->to[e])
		return l->to[e];
	ExprList all = {0};
	open_below(l, p, e, &all);
	for (size_t i = 0; i < all.len && p->len <= end; i++) {
		Expr x = all.at[i];
		if (l->to[x])
			continue;
		if (nd(p, x)->flags & (LOWERED)) {
			lower_node(l, p, x);
		} else {
			l->to[x] = x;
			vec_push(&l->log, x);
		}
	}
	vec_free(&all);
	return l->to[e];
}

void lower_forget(Lowering *l, u32 mark)
{
	size_t kept = 0;
	for (size_t i = 0; i < l->log.len; i++) {
		Expr e = l->log.at[i];
		if (e >= mark || l->to[e] >= mark)
			l->to[e] = 0;
		else
			l->log.at[kept++] = e;
	}
	l->log.len = kept;
	/* Invented ids count on: entries are emptied, not removed. */
	for (size_t i = 0; i < l->digits.len; i++)
		if (l->digits.at[i].e >= mark || l->digits.at[i].definition >= mark ||
			l->digits.at[i].digit[TEXT_DIGITS - 1] >= mark)
			l->digits.at[i].e = 0;
}

void lower_free(Lowering *l)
{
	free(l->to);
	vec_free(&l->log);
	vec_free(&l->digits);
}
