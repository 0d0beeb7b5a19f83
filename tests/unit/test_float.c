/* test_float.c: floating-point operations: values, expressions, terms of Z3. */
#include <math.h>

#include "engine/expr/pool.h"
#include "engine/solve/solve.h"
#include "engine/solve/float/z3_float.h"

/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SOME = 24, RANDOM = 40, MANY = 100000 };

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

static double number(u64 bits)
{
	double d;
	memcpy(&d, &bits, 8);
	return d;
}

/* Arithmetic and comparisons of double are those of the hardware. Which NaN it is may differ. */
static void hardware_agrees(void **state)
{
	(void)state;
	for (int k = 0; k < MANY; k++) {
		u64 a = operand(64), b = operand(64);
		volatile double x = number(a), y = number(b);
		const double want[] = {x + y, x - y, x * y, x / y};
		for (int op = FLOAT_ADD; op <= FLOAT_DIV; op++) {
			u64 is = (u64)float_value((FloatOp)op, 64, 64, a, b, 0);
			assert_true(isnan(want[op]) ? isnan(number(is)) : is == bits64(want[op]));
		}
		assert_int_equal(float_value(FLOAT_EQUAL, 1, 64, a, b, 0), x == y);
		assert_int_equal(float_value(FLOAT_LESS, 1, 64, a, b, 0), x < y);
		assert_int_equal(float_value(FLOAT_AT_MOST, 1, 64, a, b, 0), x <= y);
		u64 root = (u64)float_value(FLOAT_SQRT, 64, 64, a, 0, 0);
		assert_true(isnan(sqrt(x)) ? isnan(number(root)) : root == bits64(sqrt(x)));
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
		if (op == FLOAT_SAME_TEXT || float_arity[op] > 2)
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
	const struct CMUnitTest tests[] = {cmocka_unit_test(z3_agrees),
									   cmocka_unit_test(hardware_agrees),
									   cmocka_unit_test(nodes_agree)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
