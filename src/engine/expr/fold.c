/* fold.c: operations on constants of up to 128 bits. */
#include "engine/expr/fold.h"

u128 expr_fold2(ExprOp op, unsigned width, u128 a, u128 b)
{
	switch (op) {
#define X(NAME, CALL, ARITY, SHAPE, ...) FOLD2_##SHAPE(NAME, CALL, 128)
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}

u128 expr_fold1(ExprOp op, unsigned width, unsigned from_width, u128 a, u32 low)
{
	switch (op) {
#define X(NAME, CALL, ARITY, SHAPE, ...) FOLD1_##SHAPE(NAME, CALL, 128)
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}
