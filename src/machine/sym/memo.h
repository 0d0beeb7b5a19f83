/* memo.h: expressions of operations that were made before.
 *
 * Runs do the same operations on the same expressions again and again, each as far as its way is
 * that of another run. What the pure ones gave is remembered by the instruction and its operands,
 * so that neither constants nor simplifications have to be found anew. The expressions are those
 * that would be made: all that is made on the way is still in the pool, else it is forgotten.
 */
#ifndef DRIFT_MACHINE_SYM_MEMO_H
#define DRIFT_MACHINE_SYM_MEMO_H

#include "machine/sym.h"

enum { MEMO_BITS = 13, MEMOS = 1 << MEMO_BITS };

/* Where the instruction on these operands is remembered, if it is; in->in is NULL if not. The
 * operation is one of up to 64 bits that has no effect but its result. */
static inline OpMemo *memo_find(Machine *m, const Ins *in, Value a, Value b, OpMemo *key)
{
	*key = (OpMemo){.in = in,
					.a = TAG_EXPR(a.tag) ? TAG_EXPR(a.tag) : a.lo,
					.b = TAG_EXPR(b.tag) ? TAG_EXPR(b.tag) : b.lo,
					.which = (TAG_EXPR(a.tag) != 0) | (u32)(TAG_EXPR(b.tag) != 0) << 1};
	u64 h = ((uintptr_t)in >> 4) * 0x9e3779b97f4a7c15u + key->a * 0xff51afd7ed558ccdu +
			key->b * 0xc4ceb9fe1a85ec53u;
	return &m->memo.at[h >> (64 - MEMO_BITS)];
}

static inline bool memo_is(const OpMemo *x, const OpMemo *y)
{
	return x->in == y->in && x->a == y->a && x->b == y->b && x->which == y->which;
}

void memo_begin(Machine *m);
void memo_free(Machine *m);

#endif
