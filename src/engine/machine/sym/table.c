/* table.c: reads of large constant tables through symbolic indices.
 *
 * Properties of characters, checksums and state tables have many places and few values. An array of
 * all places would be too large for the solver. But the places around the one that is read often
 * have the same value. The path then covers all inputs whose index is there, and the ranges of equal
 * values are the sides of the decision: they divide the table, whatever the input. */
#include "engine/machine/sym.h"
#include "engine/machine/sym/array.h"

enum { TABLE_MAX = 16 << 20 }; /* bytes */

/* True if the index is a multiple of n on every input. */
static bool is_multiple(Machine *m, Expr index, u32 n)
{
	u64 zero, one;
	if (n & (n - 1))
		return false;
	expr_known_bits(m->pool, index, &zero, &one);
	return (zero & (n - 1)) == n - 1;
}

bool sym_confine_to_equal(Machine *m, const Object *o, u64 addr, u32 n, Expr index, Tag *tag)
{
	ExprPool *p = m->pool;
	u64 at = addr - o->lo, first = at, last = at;
	if (!o->constant || o->absent || o->kind != OBJ_GLOBAL || o->size > TABLE_MAX || at % n ||
		!is_multiple(m, index, n))
		return false;
	const u8 *bytes = m->mem.bytes + o->lo;
	while (first >= n && !memcmp(bytes + first - n, bytes + at, n))
		first -= n;
	while (last + 2 * n <= o->size && !memcmp(bytes + last + n, bytes + at, n))
		last += n;
	Expr cond = expr_and(p, expr_ule(p, expr_const(p, 64, first), index),
						 expr_ule(p, index, expr_const(p, 64, last)));
	Value v = {addr, 0, *tag};
	sym_confine(m, &v, cond);
	*tag = v.tag;
	return true;
}
