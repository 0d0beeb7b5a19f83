/* pool_checked.c: checks the invariants of expressions, their sharing and their values. */
#include "engine/expr/check.h"
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

enum { MOST_NODES = 512 }; /* of expressions that are compared by their values */

/* ---- a node ---- */

static u32 width_of(const ExprPool *p, Expr e)
{
	return nd(p, e)->width;
}

/* Widths of operands and result: the machine and Z3 read bits by them. */
static bool widths_agree(const ExprPool *p, const ExprNode *n)
{
	switch ((ExprWidth)expr_width_rule[n->op]) {
	case WIDTH_A:
		return n->width == width_of(p, n->a) &&
			   (expr_arity[n->op] < 2 || n->width == width_of(p, n->b));
	case WIDTH_B:
		return width_of(p, n->a) == 1 && n->width == width_of(p, n->b) &&
			   n->width == width_of(p, n->c);
	case WIDTH_SUM: return n->width == width_of(p, n->a) + width_of(p, n->b);
	case WIDTH_BIT: return n->width == 1 && width_of(p, n->a) == width_of(p, n->b);
	case WIDTH_BYTE: return n->width == 8 && (n->op != EXPR_READ || !width_of(p, n->a));
	case WIDTH_WORD: return n->width == 32;
	case WIDTH_NONE: return n->op != EXPR_STORE || (!width_of(p, n->a) && width_of(p, n->c) == 8);
	case WIDTH_GIVEN: break;
	}
	if (!expr_arity[n->op])
		return true;
	if (expr_flags[n->op] & EXPR_HAS_FLOAT) {
		u32 param = n->op == EXPR_FLOAT1 ? n->b : n->op == EXPR_FLOAT2 ? n->c : FLOAT_FMA;
		FloatOp op = (FloatOp)(param & 0xff);
		unsigned arity = expr_arity[n->op];
		return op < FLOAT_N_OPS && float_arity[op] == arity &&
			   float_fits(param, n->width, width_of(p, n->a), arity > 1 ? width_of(p, n->b) : 0,
						  arity > 2 ? width_of(p, n->c) : 0);
	}
	if (n->op == EXPR_EXTRACT)
		return n->b + n->width <= width_of(p, n->a);
	return n->width >= width_of(p, n->a);
}

void expr_check_node(const ExprPool *p, const ExprNode *n)
{
	const u32 kid[] = {n->a, n->b, n->c};
	/* Operands are older than the node: walks by number meet them first, and a release that leaves
	 * the node leaves them as well. */
	for (unsigned k = 0; k < expr_arity[n->op]; k++)
		must_that(kid[k] && kid[k] < p->len, "operand %u of a new %s is %u of %u", k,
				  expr_op_name[n->op], kid[k], p->len);
	must_that(n->width <= 128, "a %s of %u bits", expr_op_name[n->op], n->width);
	must_that(widths_agree(p, n), "a %s of %u bits: widths of its operands do not fit",
			  expr_op_name[n->op], n->width);
	/* What is known of a value is consistent, or everything would follow from it. */
	must_that(!n->width || n->width > 64 ||
				  (n->info.low <= n->info.high && !(n->info.kz & n->info.ko) &&
				   n->info.ko <= n->info.low && n->info.high <= (~n->info.kz & mask64(n->width))),
			  "bounds of a new %s contradict each other", expr_op_name[n->op]);
}

/* ---- the pool ---- */

/* Each node is in the hash table once, newest first. */
static void pool_check(const ExprPool *p)
{
	u32 found = 0;
	for (u64 i = 0; i <= p->mask; i++)
		for (Expr e = p->heads[i]; e; e = p->nodes[e].next, found++) {
			const ExprNode *n = &p->nodes[e];
			must_that(e < p->len, "bucket %llu has %u, which was released", (unsigned long long)i,
					  e);
			must_that(small_hash_slot(n->hash, p->mask + 1ul) == i,
					  "%u is in a bucket of another hash", e);
			/* A release takes heads away; it relies on this order. */
			must_that(n->next < e, "bucket %llu is not newest first", (unsigned long long)i);
		}
	/* Each node is found again: equal expressions have equal numbers, on which == relies. */
	must_that(found == p->len - 1, "%u of %u nodes are in the hash table", found, p->len - 1);
	u32 tables = 0;
	for (Expr e = 1; e < p->len; e++)
		tables += p->nodes[e].op == EXPR_TABLE;
	must(tables == p->tables.len);
}

void expr_check_released(ExprPool *p, u32 old_len)
{
	/* Who keeps a number of these reads an operation that there is not. */
	memset(&p->nodes[p->len], 0xa5, (old_len - p->len) * sizeof *p->nodes);
	if (every(64) && p->len < 1 << 20)
		pool_check(p);
}

/* ---- values ---- */

bool expr_check_has(ExprEval *ev, ExprPool *p, Expr e, u128 value)
{
	must_that(e && e < p->len, "expression %u of %u", e, p->len);
	const ExprNode *n = nd(p, e);
	if (n->flags & EXPR_HAS_UNDEF) /* may be anything */
		return true;
	u128 v = expr_eval_value(ev, e);
	if (n->width && n->width <= 64)
		must_that(n->info.low <= v && v <= n->info.high && !(v & n->info.kz) &&
					  (v & n->info.ko) == n->info.ko,
				  "%u (%s) is %llx, from %llx to %llx as its operands say", e, expr_op_name[n->op],
				  (unsigned long long)v, (unsigned long long)n->info.low,
				  (unsigned long long)n->info.high);
	return v == (value & mask128(n->width));
}

/* A value of each variable, within what is known of it. */
static void fill_values(ExprPool *p, Assignment *a, u64 seed)
{
	for (u32 v = 0; v < a->n; v++) {
		u64 r = random_next(&seed);
		u32 k = (u32)(random_next(&seed) % 4);
		const ExprInfo *info = &nd(p, expr_var(p, v))->info;
		u64 x = k == 0 ? 0 : k == 1 ? r % 256 : k == 2 ? ~(r % 4) : r;
		x &= mask64(input_width(p, v));
		a->at[v] = x < info->low || x > info->high ? info->low : x;
	}
}

void expr_check_equal(ExprPool *p, Expr a, Expr b)
{
	Assignment values = {0};
	if ((nd(p, a)->flags | nd(p, b)->flags) & EXPR_HAS_UNDEF)
		return;
	/* A value that grows with each round of a loop would be evaluated once for each round. */
	if (!expr_fits(p, a, MOST_NODES) || !expr_fits(p, b, MOST_NODES))
		return;
	assignment_init(&values, p);
	ExprEval *ev = expr_eval_new(p);
	for (u32 k = 0; k < 8; k++) {
		fill_values(p, &values, ((u64)a << 32 | b) + k * 0x51ed27ull);
		expr_eval_begin(ev, &values);
		/* Simplifying keeps the value on every input. */
		must_that(expr_eval_value(ev, a) == expr_eval_value(ev, b),
				  "%u (%s) and %u (%s) were held for equal and are not", a,
				  expr_op_name[nd(p, a)->op], b, expr_op_name[nd(p, b)->op]);
	}
	expr_eval_free(ev);
	assignment_free(&values);
}
