/* chain.h: stores over a table, where all their indices have values.
 *
 * An array is a table with stores over it, the newest outermost. Whoever reads many bytes of it on
 * one assignment must not walk all stores for each. So the stores from the table up are kept as a
 * list with, for each index, the newest of them and a way to older ones; a read of the array as it
 * was at any store is a few steps.
 *
 * A list is of one chain at a time. Another one over the same table goes on where they part.
 */
#ifndef DRIFT_EXPR_CHAIN_H
#define DRIFT_EXPR_CHAIN_H

#include "expr/expr.h"

typedef struct ChainStore {
	Expr e;     /* the store */
	u32 index;  /* where it stores */
	u32 before; /* the one before it at the same index, by depth; 0: none */
	u32 jump;   /* an older one there: ways to all others are short (skew binary numbers) */
	u32 nth;    /* how many are there, this one included */
} ChainStore;

typedef struct Chain {
	u32 table;              /* whose number */
	u32 generation;         /* of the assignment; 0: none */
	u32 n;                  /* bytes of the table; all indices behind it count as one */
	VEC(ChainStore) stores; /* by depth: the first is none, the table itself */
	VEC(u32) last;          /* for each index: depth of the newest store there, 0: none */
} Chain;

enum { CHAINS = 64 }; /* lists that are kept at once */

typedef struct Chains {
	Chain list[CHAINS]; /* where a table's is follows from its number */
} Chains;

/* The list of a table with n bytes; empty where the generation is another one. */
Chain *chain_of(Chains *all, u32 table, u32 n, u32 generation);
/* Whether the store at that depth of the list is this one. */
bool chain_has(const Chain *c, Expr store, u32 depth);
void chain_cut(Chain *c, u32 depth); /* forgets what is above */
void chain_add(Chain *c, Expr store, u32 index);
/* The newest store at an index, of those up to a depth; 0: none. */
Expr chain_find(const Chain *c, u32 index, u32 depth);
void chains_forget(Chains *all); /* expressions were released */
void chains_free(Chains *all);

#endif
