/* z3_float.c: floating-point operations as terms of Z3.
 *
 * Operands and results are vectors of bits. Z3 leaves open which NaN an operation returns, and what an
 * integer is that is too large; here both are written out as float_value has them. Functions of the C
 * library, fma and long double have no term.
 */
#include "engine/solve/float/z3_float.h"

enum { MOST_HELD = 64 }; /* terms made for one operation */

/* One operation that is translated. */
typedef struct FloatTerm {
	Z3_context c;
	Z3_ast held[MOST_HELD]; /* Z3 may free a term that nobody holds */
	unsigned n;
} FloatTerm;

static Z3_ast hold(FloatTerm *t, Z3_ast a)
{
	Z3_inc_ref(t->c, a);
	if (t->n < MOST_HELD)
		t->held[t->n++] = a;
	return a;
}

static Z3_ast number(FloatTerm *t, unsigned width, u64 v)
{
	Z3_sort sort = Z3_mk_bv_sort(t->c, width);
	hold(t, Z3_sort_to_ast(t->c, sort));
	return hold(t, Z3_mk_unsigned_int64(t->c, v, sort));
}

static Z3_sort sort_of(FloatTerm *t, unsigned width)
{
	Z3_sort sort = width == 32 ? Z3_mk_fpa_sort_32(t->c) : Z3_mk_fpa_sort_64(t->c);
	hold(t, Z3_sort_to_ast(t->c, sort));
	return sort;
}

static Z3_ast number_of(FloatTerm *t, unsigned width, Z3_ast bits)
{
	return hold(t, Z3_mk_fpa_to_fp_bv(t->c, bits, sort_of(t, width)));
}

static Z3_ast constant(FloatTerm *t, unsigned width, double v)
{
	return hold(t, Z3_mk_fpa_numeral_double(t->c, v, sort_of(t, width)));
}

static Z3_ast is_nan(FloatTerm *t, Z3_ast number)
{
	return hold(t, Z3_mk_fpa_is_nan(t->c, number));
}

static Z3_ast choose(FloatTerm *t, Z3_ast when, Z3_ast yes, Z3_ast no)
{
	return hold(t, Z3_mk_ite(t->c, when, yes, no));
}

static Z3_ast nearest(FloatTerm *t)
{
	return hold(t, Z3_mk_fpa_rne(t->c));
}

/* The bits of a result that is no NaN. */
static Z3_ast bits_of(FloatTerm *t, Z3_ast number)
{
	return hold(t, Z3_mk_fpa_to_ieee_bv(t->c, number));
}

static Z3_ast quiet(FloatTerm *t, unsigned width, Z3_ast bits)
{
	return hold(t, Z3_mk_bvor(t->c, bits, number(t, width, width == 32 ? 1u << 22 : 1ull << 51)));
}

/* The NaN that the hardware makes. */
static Z3_ast made_nan(FloatTerm *t, unsigned width)
{
	return number(t, width, width == 32 ? 0xffc00000 : 0xfff8000000000000);
}

static Z3_ast bit_of(FloatTerm *t, Z3_ast truth)
{
	return choose(t, truth, number(t, 1, 1), number(t, 1, 0));
}

/* ---- by kind of operation ---- */

static Z3_ast rounded_result(Z3_context c, FloatOp op, Z3_ast mode, Z3_ast a, Z3_ast b)
{
	switch (op) {
	case FLOAT_ADD: return Z3_mk_fpa_add(c, mode, a, b);
	case FLOAT_SUB: return Z3_mk_fpa_sub(c, mode, a, b);
	case FLOAT_MUL: return Z3_mk_fpa_mul(c, mode, a, b);
	default: return Z3_mk_fpa_div(c, mode, a, b);
	}
}

static Z3_ast arithmetic(FloatTerm *t, FloatOp op, unsigned width, const Z3_ast bits[3])
{
	Z3_ast a = number_of(t, width, bits[0]), b = number_of(t, width, bits[1]), mode = nearest(t);
	Z3_ast r = hold(t, rounded_result(t->c, op, mode, a, b));
	Z3_ast v = choose(t, is_nan(t, r), made_nan(t, width), bits_of(t, r));
	Z3_ast first = quiet(t, width, bits[0]), second = quiet(t, width, bits[1]), both = first;
	if (op == FLOAT_ADD || op == FLOAT_MUL)
		both = choose(t, hold(t, Z3_mk_bvugt(t->c, bits[0], bits[1])), first, second);
	Z3_ast b_nan = is_nan(t, b);
	v = choose(t, b_nan, second, v);
	return choose(t, is_nan(t, a), choose(t, b_nan, both, first), v);
}

static Z3_ast comparison(FloatTerm *t, FloatOp op, unsigned width, const Z3_ast bits[3])
{
	Z3_ast a = number_of(t, width, bits[0]), b = number_of(t, width, bits[1]);
	if (op == FLOAT_EQUAL)
		return bit_of(t, hold(t, Z3_mk_fpa_eq(t->c, a, b)));
	return bit_of(t,
				  hold(t, op == FLOAT_LESS ? Z3_mk_fpa_lt(t->c, a, b) : Z3_mk_fpa_leq(t->c, a, b)));
}

static Z3_ast root(FloatTerm *t, unsigned width, Z3_ast bits)
{
	Z3_ast a = number_of(t, width, bits);
	Z3_ast r = hold(t, Z3_mk_fpa_sqrt(t->c, nearest(t), a));
	Z3_ast v = choose(t, is_nan(t, r), made_nan(t, width), bits_of(t, r));
	return choose(t, is_nan(t, a), quiet(t, width, bits), v);
}

static Z3_ast mode_of(Z3_context c, FloatOp op)
{
	switch (op) {
	case FLOAT_FLOOR: return Z3_mk_fpa_rtn(c);
	case FLOAT_CEIL: return Z3_mk_fpa_rtp(c);
	case FLOAT_TRUNC: return Z3_mk_fpa_rtz(c);
	case FLOAT_RINT: return Z3_mk_fpa_rne(c);
	default: return Z3_mk_fpa_rna(c);
	}
}

static Z3_ast rounded(FloatTerm *t, FloatOp op, unsigned width, Z3_ast bits)
{
	Z3_ast a = number_of(t, width, bits);
	Z3_ast mode = hold(t, mode_of(t->c, op));
	Z3_ast r = hold(t, Z3_mk_fpa_round_to_integral(t->c, mode, a));
	return choose(t, is_nan(t, a), quiet(t, width, bits), bits_of(t, r));
}

/* A NaN keeps its sign and the first bits of its payload, and is quiet. */
static Z3_ast resized_nan(FloatTerm *t, unsigned width, Z3_ast bits)
{
	Z3_context c = t->c;
	if (width == 64) {
		Z3_ast sign = hold(t, Z3_mk_extract(c, 31, 31, bits));
		Z3_ast payload = hold(t, Z3_mk_extract(c, 21, 0, bits));
		Z3_ast high = hold(t, Z3_mk_concat(c, sign, number(t, 12, 0xfff)));
		high = hold(t, Z3_mk_concat(c, high, payload));
		return hold(t, Z3_mk_concat(c, high, number(t, 29, 0)));
	}
	Z3_ast sign = hold(t, Z3_mk_extract(c, 63, 63, bits));
	Z3_ast payload = hold(t, Z3_mk_extract(c, 50, 29, bits));
	Z3_ast high = hold(t, Z3_mk_concat(c, sign, number(t, 9, 0x1ff)));
	return hold(t, Z3_mk_concat(c, high, payload));
}

static Z3_ast resized(FloatTerm *t, unsigned width, unsigned from, Z3_ast bits)
{
	Z3_ast a = number_of(t, from, bits);
	Z3_ast r = hold(t, Z3_mk_fpa_to_fp_float(t->c, nearest(t), a, sort_of(t, width)));
	return choose(t, is_nan(t, a), resized_nan(t, width, bits), bits_of(t, r));
}

static Z3_ast of_int(FloatTerm *t, FloatOp op, unsigned width, Z3_ast bits)
{
	Z3_ast r = hold(t, op == FLOAT_OF_SIGNED
						   ? Z3_mk_fpa_to_fp_signed(t->c, nearest(t), bits, sort_of(t, width))
						   : Z3_mk_fpa_to_fp_unsigned(t->c, nearest(t), bits, sort_of(t, width)));
	return bits_of(t, r);
}

/* True if the number is at least the least integer of so many bits, and below the end; a NaN is not. */
static Z3_ast in_range(FloatTerm *t, unsigned from, Z3_ast a, unsigned reach, double end)
{
	/* Between the least integer and the one below it there are numbers that are cut off to the least,
	 * if the type has them. */
	bool between = from == 64 && reach == 32;
	Z3_ast low = between
					 ? Z3_mk_fpa_gt(t->c, a, constant(t, from, -0x1p31 - 1))
					 : Z3_mk_fpa_geq(t->c, a, constant(t, from, reach == 32 ? -0x1p31 : -0x1p63));
	Z3_ast both[2] = {hold(t, low), hold(t, Z3_mk_fpa_lt(t->c, a, constant(t, from, end)))};
	return hold(t, Z3_mk_and(t->c, 2, both));
}

/* As to_int of float/value.c. */
static Z3_ast to_int(FloatTerm *t, FloatOp op, unsigned width, unsigned from, Z3_ast bits)
{
	Z3_ast a = number_of(t, from, bits), mode = hold(t, Z3_mk_fpa_rtz(t->c));
	bool is_signed = op == FLOAT_TO_SIGNED;
	if (is_signed || width < 64) {
		unsigned reach = is_signed && width <= 32 ? 32 : 64;
		Z3_ast v = choose(t, in_range(t, from, a, reach, reach == 32 ? 0x1p31 : 0x1p63),
						  hold(t, Z3_mk_fpa_to_sbv(t->c, mode, a, reach)),
						  number(t, reach, 1ull << (reach - 1)));
		return width == reach ? v : hold(t, Z3_mk_extract(t->c, width - 1, 0, v));
	}
	Z3_ast negative = hold(t, Z3_mk_fpa_lt(t->c, a, constant(t, from, 0)));
	Z3_ast v = choose(t, negative, hold(t, Z3_mk_fpa_to_sbv(t->c, mode, a, 64)),
					  hold(t, Z3_mk_fpa_to_ubv(t->c, mode, a, 64)));
	return choose(t, in_range(t, from, a, 64, 0x1p64), v, number(t, 64, 1ull << 63));
}

static Z3_ast make(FloatTerm *t, FloatOp op, unsigned width, unsigned from, const Z3_ast bits[3])
{
	switch (op) {
	case FLOAT_ADD ... FLOAT_DIV: return arithmetic(t, op, width, bits);
	case FLOAT_EQUAL ... FLOAT_AT_MOST: return comparison(t, op, from, bits);
	case FLOAT_SQRT: return root(t, width, bits[0]);
	case FLOAT_FLOOR ... FLOAT_ROUND: return rounded(t, op, width, bits[0]);
	case FLOAT_RESIZE: return resized(t, width, from, bits[0]);
	case FLOAT_OF_SIGNED:
	case FLOAT_OF_UNSIGNED: return of_int(t, op, width, bits[0]);
	case FLOAT_TO_SIGNED:
	case FLOAT_TO_UNSIGNED: return to_int(t, op, width, from, bits[0]);
	default: return NULL;
	}
}

Z3_ast z3_float_term(Z3_context c, FloatOp op, unsigned width, unsigned from, const Z3_ast bits[3])
{
	bool to = op == FLOAT_TO_SIGNED || op == FLOAT_TO_UNSIGNED;
	bool of = op == FLOAT_OF_SIGNED || op == FLOAT_OF_UNSIGNED;
	if (from == 80 || width == 80 || (to && width > 64) || (of && from == 1) ||
		float_kind[op] != FLOAT_KIND_NUMBER)
		return NULL;
	FloatTerm t = {.c = c};
	Z3_ast made = make(&t, op, width, from, bits);
	/* What it consists of lives as long as it does; it lives until the next term is made. */
	for (unsigned i = 0; i < t.n; i++)
		if (t.held[i] != made)
			Z3_dec_ref(c, t.held[i]);
	return made;
}
