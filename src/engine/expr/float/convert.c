/* convert.c: whether an integer type can hold a number. C does not define the conversion if it cannot. */
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

static u128 power_of_two(u32 from, u32 exponent, bool minus)
{
	u128 one = (u128)1 << exponent;
	return float_value(minus ? FLOAT_OF_SIGNED : FLOAT_OF_UNSIGNED, from, 128, minus ? -one : one,
					   0, 0);
}

/* Between the least integer and the one below it there are numbers that are cut off to the least, if the
 * type has so many digits. */
Expr expr_float_convertible(ExprPool *p, bool is_signed, Expr x, u32 bits)
{
	u32 from = expr_width(p, x), digits = from == 32 ? 24 : from == 64 ? 53 : 64;
	u128 end = power_of_two(from, is_signed ? bits - 1 : bits, false), least;
	bool beyond = !is_signed || digits > bits;
	least = is_signed ? power_of_two(from, bits - 1, true) : 0;
	u128 one = float_value(FLOAT_OF_SIGNED, from, 32, 1, 0, 0);
	if (beyond)
		least = float_value(FLOAT_SUB, from, from, least, one, 0);
	return expr_and(
		p,
		expr_float(p, beyond ? FLOAT_LESS : FLOAT_AT_MOST, 1, expr_const128(p, from, least), x, 0),
		expr_float(p, FLOAT_LESS, 1, x, expr_const128(p, from, end), 0));
}
