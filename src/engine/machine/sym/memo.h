/* memo.h: a cache of expressions of operations.
 *
 * Runs repeat operations on the same expressions, as long as they follow the path of another
 * run. We cache results of pure operations by instruction and operands, so that constants and
 * simplifications need not be computed again. The cached expressions are the same as new ones
 * would be. An entry is valid only while everything made with it is still in the pool.
 */
#ifndef DRIFT_MACHINE_SYM_MEMO_H
#define DRIFT_MACHINE_SYM_MEMO_H

#include "base/check.h"
#include "engine/machine/sym.h"

enum { MEMO_BITS = limit_of(13, 2), MEMOS = 1 << MEMO_BITS };

/* Finds the cache entry of the instruction on these operands; in->in is NULL if there is none.
 * The operation has up to 64 bits and no effect except its result. */
static inline OpMemo *memo_find(Machine *m, const Ins *in, Value a, Value b, OpMemo *key)
{
	*key = (OpMemo){.in = in,
					.a = TAG_EXPR(a.tag) ? TAG_EXPR(a.tag) : a.lo,
					.b = TAG_EXPR(b.tag) ? TAG_EXPR(b.tag) : b.lo,
					.which = (TAG_EXPR(a.tag) != 0) | (u32)(TAG_EXPR(b.tag) != 0) << 1};
	u64 h = ((uintptr_t)in >> 4) * 0x9e3779b97f4a7c15u + key->a * 0xff51afd7ed558ccdu +
			key->b * 0xc4ceb9fe1a85ec53u;
	return &m->memo.at[hash_slot(hash_from(h >> (64 - MEMO_BITS)), MEMOS)];
}

static inline bool memo_is(const OpMemo *x, const OpMemo *y)
{
	return x->in == y->in && x->a == y->a && x->b == y->b && x->which == y->which;
}

void memo_begin(Machine *m);
void memo_free(Machine *m);

#endif
