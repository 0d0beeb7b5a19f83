/* test_float.c: floating-point operations: values, expressions, terms of Z3. */
#include <errno.h>
#include <math.h>

#include "engine/expr/float/call.h"
#include "engine/expr/pool.h"
#include "engine/solve/solve.h"
#include "engine/solve/float/z3_float.h"

/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SOME = 24, RANDOM = 40, MANY = 20000 };

static u64 seed = 1;

static u64 draw(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static u64 bits64(double d)
{
	u64 b;
	memcpy(&b, &d, 8);
	return b;
}

static u32 bits32(float f)
{
	u32 b;
	memcpy(&b, &f, 4);
	return b;
}

/* Boundaries, small numbers, and any bits. */
static u64 operand(unsigned width)
{
	static const double some[SOME] = {0,       -0.0,   1,      -1,           0.5,           1.5,
									  2.5,     10.5,   -3,     100,          0.1,           1e10,
									  -1e10,   1e19,   -1e19,  2147483647.5, -2147483648.5, 0x1p63,
									  -0x1p63, 0x1p64, 5e-324, 1e308,        INFINITY,      NAN};
	u64 r = draw();
	double d = some[r % SOME];
	if (r >> 32 & 1)
		return width == 32 ? bits32((float)d) : bits64(d);
	if (r >> 33 & 1)
		return width == 32 ? bits32((float)(i32)(r >> 40) / 8) : bits64((double)(i32)(r >> 40) / 8);
	return width == 32 ? draw() & 0xffffffff : draw();
}

/* An operation on variables that have these values, asked of Z3: its value is that of float_value. */
static void ask(FloatOp op, unsigned width, unsigned from, u64 a, u64 b)
{
	ExprPool *p = expr_pool_new();
	Solver *s =
		solver_new(p, &(SolveOptions){.layers = 1u << LAYER_Z3, .z3_limit = solve_units(60)});
	Expr x = expr_input(p, input_int(p, "x", from), 0),
		 y = expr_input(p, input_int(p, "y", from), 0);
	Expr e = expr_float(p, op, width, x, float_arity[op] > 1 ? y : 0, 0);
	unsigned w = expr_width(p, e);
	u128 want = float_value(op, w, from, a, b, 0);
	Expr prefix[] = {expr_eq(p, x, expr_const(p, from, a)), expr_eq(p, y, expr_const(p, from, b))};
	Assignment now;
	assignment_init(&now, p);
	SolveResult r = solve(s, prefix, 2, expr_ne(p, e, expr_const128(p, w, want)), &now, &now);
	if (r != SOLVE_UNSAT)
		fail_msg("%s of %u to %u bits: %llx, %llx: Z3 does not refute another value than %llx (%d)",
				 float_name[op], from, w, (unsigned long long)a, (unsigned long long)b,
				 (unsigned long long)want, r);
	assignment_free(&now);
	solver_free(s);
	expr_pool_free(p);
}

static void z3_agrees(void **state)
{
	(void)state;
	for (int op = 0; op < FLOAT_N_OPS; op++) {
		if (float_kind[op] != FLOAT_KIND_NUMBER)
			continue;
		bool of = op == FLOAT_OF_SIGNED || op == FLOAT_OF_UNSIGNED;
		bool to = op == FLOAT_TO_SIGNED || op == FLOAT_TO_UNSIGNED;
		for (int k = 0; k < RANDOM; k++) {
			static const u8 ints[] = {8, 16, 32, 64};
			unsigned from = k & 1 ? 64 : 32, width = op == FLOAT_RESIZE ? 96 - from : from;
			unsigned bits = ints[draw() % 4];
			if (of)
				ask(op, from, bits, draw() & mask64(bits), 0);
			else
				ask(op, to ? bits : width, from, operand(from), operand(from));
		}
	}
}

/* ---- the hardware ---- */

/* How many operands: FLOAT_OPERANDS, for "make check-float"; else some. */
static u64 operands(void)
{
	const char *n = getenv("FLOAT_OPERANDS");
	return n ? strtoull(n, NULL, 10) : MANY;
}

static u128 operand_long(void)
{
	long double x;
	u128 bits = 0;
	u64 r = draw();
	double d;
	u64 half = operand(64);
	memcpy(&d, &half, sizeof d);
	x = r & 1 ? (long double)d : ldexpl((long double)(i64)draw(), (int)(r >> 8) % 16000);
	memcpy(&bits, &x, 10);
	return bits;
}

static u128 operand_of(unsigned width)
{
	return width == 80 ? operand_long() : operand(width);
}

static bool is_nan_bits(unsigned w, u128 v)
{
	return !(u64)float_value(FLOAT_EQUAL, 1, w, v, v, 0);
}

/* The value of the operation is that of the hardware. Which of two NaNs it is may differ. */
static void same(const char *what, unsigned w, unsigned to, u128 a, u128 b, u128 is, u128 want)
{
	bool loose = float_is(to) && is_nan_bits(w, a) && is_nan_bits(w, b) && is_nan_bits(to, is) &&
				 is_nan_bits(to, want);
	if (is != want && !loose)
		fail_msg("%s of %u to %u bits: %llx %llx, %llx %llx: %llx %llx, not %llx %llx", what, w, to,
				 (unsigned long long)(a >> 64), (unsigned long long)a,
				 (unsigned long long)(b >> 64), (unsigned long long)b,
				 (unsigned long long)(is >> 64), (unsigned long long)is,
				 (unsigned long long)(want >> 64), (unsigned long long)want);
}

#define PUT(T, VALUE)                                             \
	({                                                            \
		volatile T put_ = (VALUE);                                \
		T copy_ = put_;                                           \
		u128 bits_ = 0;                                           \
		memcpy(&bits_, &copy_, sizeof(T) == 16 ? 10 : sizeof(T)); \
		bits_;                                                    \
	})
#define TWO(T, W, NAME, VALUE) \
	same(#NAME, W, W, a, b, float_value(FLOAT_##NAME, W, W, a, b, 0), PUT(T, VALUE))
#define ONE(T, W, NAME, VALUE) \
	same(#NAME, W, W, a, a, float_value(FLOAT_##NAME, W, W, a, 0, 0), PUT(T, VALUE))
/* Through a pointer: code that a compiler puts here instead of the call may return a signalling NaN as it is. */
#define ROUNDED(T, W, NAME, FN) ONE(T, W, NAME, ((T(*volatile)(T)){FN})(x))
#define COMPARED(T, W, NAME, SIGN) \
	same(#NAME, W, 1, a, b, float_value(FLOAT_##NAME, 1, W, a, b, 0), x SIGN y)
#define OF_INT(T, W, INT, NAME, BITS)                                                              \
	same(#NAME, BITS, W, i, i, float_value(FLOAT_##NAME, W, BITS, (u128)(i & mask64(BITS)), 0, 0), \
		 PUT(T, (T)(INT)i))
#define TO_INT(T, W, INT, NAME, BITS)                                       \
	same(#NAME, W, BITS, a, a, float_value(FLOAT_##NAME, BITS, W, a, 0, 0), \
		 (u128)((u64)(INT)x & mask64(BITS)))

#define TYPE(T, W, F)                                                                          \
	static void hardware_##W(void)                                                             \
	{                                                                                          \
		u128 a = operand_of(W), b = operand_of(W), c = operand_of(W);                          \
		u64 i = draw() >> draw() % 64;                                                         \
		T p = 0, q = 0, r = 0;                                                                 \
		memcpy(&p, &a, W / 8);                                                                 \
		memcpy(&q, &b, W / 8);                                                                 \
		memcpy(&r, &c, W / 8);                                                                 \
		volatile T x = p, y = q, z = r;                                                        \
		TWO(T, W, ADD, x + y);                                                                 \
		TWO(T, W, SUB, x - y);                                                                 \
		TWO(T, W, MUL, x *y);                                                                  \
		TWO(T, W, DIV, x / y);                                                                 \
		TWO(T, W, REM, fmod##F(x, y));                                                         \
		COMPARED(T, W, EQUAL, ==);                                                             \
		COMPARED(T, W, LESS, <);                                                               \
		COMPARED(T, W, AT_MOST, <=);                                                           \
		ONE(T, W, SQRT, sqrt##F(x));                                                           \
		ROUNDED(T, W, FLOOR, floor##F);                                                        \
		ROUNDED(T, W, CEIL, ceil##F);                                                          \
		ROUNDED(T, W, TRUNC, trunc##F);                                                        \
		ROUNDED(T, W, RINT, rint##F);                                                          \
		ROUNDED(T, W, RINT, nearbyint##F);                                                     \
		ROUNDED(T, W, ROUND, round##F);                                                        \
		same("FMA", W, W, a, is_nan_bits(W, c) ? c : b, float_value(FLOAT_FMA, W, W, a, b, c), \
			 PUT(T, fma##F(x, y, z)));                                                         \
		same("RESIZE", W, 32, a, a, float_value(FLOAT_RESIZE, 32, W, a, 0, 0),                 \
			 PUT(float, (float)x));                                                            \
		same("RESIZE", W, 64, a, a, float_value(FLOAT_RESIZE, 64, W, a, 0, 0),                 \
			 PUT(double, (double)x));                                                          \
		same("RESIZE", W, 80, a, a, float_value(FLOAT_RESIZE, 80, W, a, 0, 0),                 \
			 PUT(long double, (long double)x));                                                \
		OF_INT(T, W, i8, OF_SIGNED, 8);                                                        \
		OF_INT(T, W, i16, OF_SIGNED, 16);                                                      \
		OF_INT(T, W, i32, OF_SIGNED, 32);                                                      \
		OF_INT(T, W, i64, OF_SIGNED, 64);                                                      \
		OF_INT(T, W, u8, OF_UNSIGNED, 8);                                                      \
		OF_INT(T, W, u16, OF_UNSIGNED, 16);                                                    \
		OF_INT(T, W, u32, OF_UNSIGNED, 32);                                                    \
		OF_INT(T, W, u64, OF_UNSIGNED, 64);                                                    \
		TO_INT(T, W, i32, TO_SIGNED, 32);                                                      \
		TO_INT(T, W, i64, TO_SIGNED, 64);                                                      \
		if (x > -1 && x < (T)18446744073709549568.0)                                           \
			TO_INT(T, W, u64, TO_UNSIGNED, 64);                                                \
	}
/* clang-format off */
TYPE(float, 32, f)
TYPE(double, 64, )
TYPE(long double, 80, l)
/* clang-format on */

static void hardware_agrees(void **state)
{
	(void)state;
	for (u64 k = 0, n = operands(); k < n; k++) {
		hardware_32();
		hardware_64();
		hardware_80();
	}
}

/* A function of the C library that is an operation returns what the operation does. */
static void library_agrees(void **state)
{
	(void)state;
	static const char *const names[] = {
		"sqrt", "floor", "ceil", "trunc", "rint", "nearbyint", "roundeven", "round", "fmod", "sin",
		"cos",  "exp",   "exp2", "log",   "log2", "log10",     "pow",       "fmin",  "fmax"};
	static const char *const ends[] = {"f", "", "l"};
	static const unsigned widths[] = {32, 64, 80};
	for (size_t i = 0; i < countof(names); i++)
		for (size_t t = 0; t < countof(ends); t++) {
			char name[32];
			snprintf(name, sizeof name, "%s%s", names[i], ends[t]);
			int fn = float_call_find(name);
			assert_true(fn >= 0 && float_call_op((u32)fn) >= 0);
			u32 call = float_call_param((u32)fn, CALL_RETURNS);
			for (u64 k = 0, n = operands() / 100; k < n; k++) {
				u128 a = operand_of(widths[t]), b = operand_of(widths[t]);
				same(name, widths[t], widths[t], a, b,
					 float_value((u32)float_call_op((u32)fn), widths[t], widths[t], a, b, 0),
					 float_value(call, widths[t], widths[t], a, b, 0));
			}
		}
	int fn = float_call_find("log");
	assert_int_equal(float_value(float_call_param((u32)fn, CALL_ERRNO), 32, 64, bits64(-1), 0, 0),
					 EDOM);
	assert_int_equal(float_value(float_call_param((u32)fn, CALL_ERRNO), 32, 64, bits64(2), 0, 0),
					 0);
	fn = float_call_find("frexp");
	assert_int_equal(float_value(float_call_param((u32)fn, CALL_OUT), 32, 64, bits64(8), 0, 0), 4);
	assert_int_equal(float_call_find("printf"), -1);
}

/* The errno that some functions set, as an expression. */
static void errno_agrees(void **state)
{
	(void)state;
	static const char *const names[] = {"sqrt", "log",   "log2", "log10", "sin",  "cos",
										"tan",  "sqrtf", "logf", "sinf",  "tanf", "cosf"};
	for (size_t i = 0; i < countof(names); i++) {
		ExprPool *p = expr_pool_new();
		int fn = float_call_find(names[i]);
		unsigned w = float_call_width((u32)fn, CALL_RETURNS);
		Expr e = expr_call_errno(p, (u32)fn, expr_input(p, input_int(p, "x", w), 0));
		Assignment at;
		assignment_init(&at, p);
		assert_true(e);
		for (u64 k = 0, n = operands() / 50; k < n; k++) {
			at.at[0] = operand(w);
			assert_int_equal(
				expr_eval(p, e, &at),
				float_value(float_call_param((u32)fn, CALL_ERRNO), 32, w, at.at[0], 0, 0));
		}
		assignment_free(&at);
		expr_pool_free(p);
	}
}

/* ---- rewritings ---- */

/* Every operation on every pair of operands, as it is written and as it is simplified, has the same bits. */
static void rewritings_agree(void **state)
{
	(void)state;
	static const double constants[] = {0,        -0.0,      1,     -1,       2,    -2,
									   0.5,      0.25,      3,     0.1,      1e10, 5e-324,
									   0x1p1023, 0x1p-1022, 1e300, INFINITY, NAN};
	for (unsigned w = 32; w <= 64; w += 32) {
		ExprPool *p = expr_pool_new();
		Expr kids[32];
		size_t n = 0;
		Expr x = expr_input(p, input_int(p, "x", w), 0), y = expr_input(p, input_int(p, "y", w), 0);
		Expr i = expr_input(p, input_int(p, "i", 16), 0),
			 j = expr_input(p, input_int(p, "j", 64), 0);
		kids[n++] = x;
		kids[n++] = y;
		kids[n++] = expr_float(p, FLOAT_ADD, w, x, y, 0);
		kids[n++] = expr_float(p, FLOAT_OF_SIGNED, w, i, 0, 0);
		kids[n++] = expr_float(p, FLOAT_OF_UNSIGNED, w, i, 0, 0);
		kids[n++] = expr_float(p, FLOAT_OF_SIGNED, w, j, 0, 0);
		for (size_t k = 0; k < countof(constants); k++)
			kids[n++] =
				expr_const(p, w, w == 32 ? bits32((float)constants[k]) : bits64(constants[k]));
		Assignment at;
		assignment_init(&at, p);
		for (int op = 0; op < FLOAT_N_OPS; op++)
			for (size_t a = 0; a < n; a++)
				for (size_t b = 0; b < (float_arity[op] == 2 ? n : 4); b++) {
					static const u8 ints[] = {8, 16, 32, 64};
					bool by_int = op == FLOAT_POWI || op == FLOAT_LDEXP;
					bool to_int = op >= FLOAT_TO_SIGNED && op <= FLOAT_SAT_UNSIGNED;
					if (float_arity[op] > 2 || by_int || op == FLOAT_SAME_TEXT ||
						float_is_call((u32)op) || op == FLOAT_OF_SIGNED || op == FLOAT_OF_UNSIGNED)
						continue;
					unsigned to = to_int ? ints[b % 4] : op == FLOAT_RESIZE ? (b & 1 ? 32 : 64) : w;
					Expr second = float_arity[op] == 2 ? kids[b] : 0;
					Expr simple = expr_float(p, (u32)op, to, kids[a], second, 0);
					expr_pool_simplify(p, false);
					Expr plain = expr_float(p, (u32)op, to, kids[a], second, 0);
					expr_pool_simplify(p, true);
					for (int k = 0; k < 12 && simple != plain; k++) {
						at.at[0] = operand(w);
						at.at[1] = operand(w);
						at.at[2] = draw() & 0xffff;
						at.at[3] = draw() >> draw() % 64;
						if (expr_eval(p, simple, &at) != expr_eval(p, plain, &at))
							fail_msg("%s of %u bits, operands %zu and %zu: %llx is not %llx",
									 float_name[op], w, a, b,
									 (unsigned long long)expr_eval(p, simple, &at),
									 (unsigned long long)expr_eval(p, plain, &at));
					}
				}
		assignment_free(&at);
		expr_pool_free(p);
	}
}

/* Nodes, evaluated alone and on a tape, have the value of the operation. */
static void nodes_agree(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	Expr x = expr_input(p, input_int(p, "x", 64), 0), y = expr_input(p, input_int(p, "y", 64), 0);
	Assignment at;
	assignment_init(&at, p);
	for (int op = 0; op < FLOAT_N_OPS; op++) {
		bool by_int = op == FLOAT_POWI || op == FLOAT_LDEXP;
		if (op == FLOAT_SAME_TEXT || float_is_call((u32)op) || float_arity[op] > 2)
			continue;
		Expr second = by_int ? expr_extract(p, y, 0, 32) : y;
		Expr e = expr_float(p, (FloatOp)op, op == FLOAT_RESIZE ? 32 : 64, x, second, 0);
		unsigned w = expr_width(p, e);
		Tape *tape = tape_new(p, &e, 1);
		for (int k = 0; k < RANDOM; k++) {
			at.at[0] = operand(64);
			at.at[1] = operand(64);
			u64 b = by_int ? (u32)at.at[1] : at.at[1];
			u64 want = (u64)float_value((FloatOp)op, w, 64, at.at[0], b, 0);
			tape_set(tape, 0, at.at[0]);
			tape_set(tape, 1, at.at[1]);
			tape_run(tape);
			assert_int_equal((u64)expr_eval(p, e, &at), want);
			assert_int_equal(tape_root(tape, 0), want);
		}
		tape_free(tape);
	}
	assignment_free(&at);
	expr_pool_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(z3_agrees),        cmocka_unit_test(hardware_agrees),
		cmocka_unit_test(library_agrees),   cmocka_unit_test(errno_agrees),
		cmocka_unit_test(rewritings_agree), cmocka_unit_test(nodes_agree)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
