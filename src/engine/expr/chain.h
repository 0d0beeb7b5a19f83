/* chain.h: evaluates arrays of stores over a table if all their indices have values.
 *
 * An array is a table with stores over it, the newest outermost. Reading many bytes of it on one
 * assignment must not walk all stores for each byte. So we keep the stores, from the table up,
 * as a list. For each index it has the newest store and links to older ones. A read of the array
 * as of any store takes a few steps.
 *
 * A list represents one chain at a time. Another chain over the same table reuses it up to where
 * they differ.
 */
#ifndef DRIFT_EXPR_CHAIN_H
#define DRIFT_EXPR_CHAIN_H

#include "engine/expr/expr.h"

typedef struct ChainStore {
	Expr e;     /* the store */
	u32 index;  /* where it stores */
	u32 before; /* the one before it at the same index, by depth; 0: none */
	u32 jump;   /* an older one there; few jumps reach any other (skew binary numbers) */
	u32 nth;    /* number of stores there, including this one */
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

/* Returns the list of a table with n bytes; empty if the generation is another one. */
Chain *chain_of(Chains *all, u32 table, u32 n, u32 generation);
/* Returns true if the store at that depth of the list is this one. */
bool chain_has(const Chain *c, Expr store, u32 depth);
void chain_cut(Chain *c, u32 depth); /* forgets what is above */
void chain_add(Chain *c, Expr store, u32 index);
/* Returns the newest store at an index up to a depth; 0: none. */
Expr chain_find(const Chain *c, u32 index, u32 depth);
void chains_forget(Chains *all); /* expressions were released */
void chains_free(Chains *all);

#endif
