/* identity.h: names of expressions that are the same in every pool and process.
 *
 * The number of an expression depends on what was made before it. Its identity is a SHA-256 digest
 * of its structure. Operands that may be exchanged are sorted by their identities. */
#ifndef DRIFT_EXPR_IDENTITY_H
#define DRIFT_EXPR_IDENTITY_H

#include "base/digest.h"
#include "engine/expr/expr.h"

/* Identities of a pool's expressions; {0} except pool. Valid as long as no expression is released. */
typedef struct ExprIdentities {
	ExprPool *pool;
	IntMap at; /* expression -> position in list */
	VEC(Digest) list;
	Buf scratch;
} ExprIdentities;

Digest expr_identity(ExprIdentities *ids, Expr e);
/* The same of a format of texts. */
Digest expr_format_identity(const ExprPool *p, u32 format);
void expr_identities_free(ExprIdentities *ids);

#endif
