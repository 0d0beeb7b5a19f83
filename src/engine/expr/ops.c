/* ops.c: columns of the table of operations as arrays. */
#include "engine/expr/pool.h"

/* All columns have a name here, so that a row with more or fewer does not compile. */
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, SMT, PRINT, SIGN, STRENGTH, TYPE, NARROWS)                                        \
	ARITY,
const u8 expr_arity[EXPR_N_OPS] = {EXPR_OPS(X)};
#undef X
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, ...) WIDTH_##WIDTH,
const u8 expr_width_rule[EXPR_N_OPS] = {EXPR_OPS(X)};
#undef X
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, ...) KIND_##KIND,
const u8 expr_kind[EXPR_N_OPS] = {EXPR_OPS(X)};
#undef X
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ...) READS_##READS,
const u8 expr_reads[EXPR_N_OPS] = {EXPR_OPS(X)};
#undef X
enum { ORDER__, ORDER_COMMUTES };
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, ...) ORDER_##ORDER == ORDER_COMMUTES,
const bool expr_commutes[EXPR_N_OPS] = {EXPR_OPS(X)};
#undef X
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, ...) EXPR_HAS_##HAS,
const u8 expr_flags[EXPR_N_OPS] = {EXPR_OPS(X)};
#undef X
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, Z3, \
		  TEXT, ...)                                                                              \
	TEXT,
const char *const expr_op_name[EXPR_N_OPS] = {EXPR_OPS(X)};
#undef X
