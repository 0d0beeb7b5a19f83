/* samenumber.c: builds the condition under which two numbers, each behind constant bytes, are the same
 * text, although they have different formats: "%d" against '-' and "%u".
 *
 * The text of a side is bytes, then what the format puts before the digits (blanks, a sign, zeros),
 * then the digits. If the bytes have no digits but zeros at their end, the first run of digits in the
 * text is zeros and the digits of the number, and its value is the number without its sign. So equal
 * texts have equal values. Everything before the digits depends only on the sign and on how many
 * digits there are. Therefore the condition is: the values are equal, and signs and size are such that
 * what comes before the digits is equal, which we find out by writing one number of each size. */
#include <ctype.h>

#include "engine/expr/float/float.h"
#include "versions/behaviour/behaviour.h"

enum { HEAD = 160 }; /* characters before the digits */

/* Zero and negative numbers included. */
enum { SIZES = 65 };

typedef struct NumberText {
	const NumberAfter *from;
	const TextFormat *f;
	unsigned width; /* bits of the number */
} NumberText;

static bool is_digit_of(u8 base, u8 c)
{
	return base == 16 ? isxdigit(c) : c >= '0' && c < '0' + base;
}

/* True if the first digits of the text are zeros and the digits of the number, and nothing follows
 * them that is part of the number. */
static bool reads_as_number(const NumberText *s)
{
	const OutItem *bytes = s->from->bytes;
	u32 n = s->from->n;
	if (s->f->alt || s->f->precision == 0 || (s->f->left && s->f->width) ||
		s->f->width > HEAD / 2 || s->f->precision > HEAD / 2 || n > HEAD / 2)
		return false;
	while (n && bytes[n - 1].byte == '0')
		n--;
	for (u32 i = 0; i < n; i++)
		if (is_digit_of(s->f->base, bytes[i].byte))
			return false;
	return true;
}

/* The text of a side for the value v up to the digits; for zero, the whole text. Returns its
 * length. */
static u32 head(const NumberText *s, u64 v, u32 digits, char *to)
{
	u32 n = 0, len = text_len(s->f, s->width, v);
	for (; n < s->from->n; n++)
		to[n] = (char)s->from->bytes[n].byte;
	for (u32 k = 0; k < len - digits; k++)
		to[n++] = (char)text_char(s->f, s->width, v, k);
	return n;
}

/* The largest number without its sign that a side can have with that sign. */
static u64 largest(const NumberText *s, bool negative)
{
	u64 all = s->width >= 64 ? UINT64_MAX : (1ull << s->width) - 1;
	if (!s->f->is_signed)
		return negative ? 0 : all;
	return negative ? (all >> 1) + 1 : all >> 1;
}

/* The number of a side without its sign, in `width` bits. */
static Expr magnitude(ExprPool *p, const NumberText *s, bool negative, unsigned width)
{
	Expr e = s->from->number->e;
	return expr_zext(p, negative ? expr_neg(p, e) : e, width);
}

static Expr sign_is(ExprPool *p, const NumberText *s, bool negative)
{
	if (!s->f->is_signed)
		return EXPR_TRUE;
	Expr below = expr_slt(p, s->from->number->e, expr_const(p, s->width, 0));
	return negative ? below : expr_not(p, below);
}

/* True if both sides write the same before the digits, for numbers of that sign and size. */
static bool same_head(const NumberText *x, const NumberText *y, bool x_negative, bool y_negative,
					  u64 least, u32 digits)
{
	char a[2 * HEAD], b[2 * HEAD];
	u64 vx = x_negative ? -least : least, vy = y_negative ? -least : least;
	u64 mx = x->width >= 64 ? UINT64_MAX : (1ull << x->width) - 1;
	u64 my = y->width >= 64 ? UINT64_MAX : (1ull << y->width) - 1;
	u32 na = head(x, vx & mx, digits, a), nb = head(y, vy & my, digits, b);
	return na == nb && !memcmp(a, b, na);
}

/* low <= m <= high, without the bounds that always hold. */
static Expr within(ExprPool *p, Expr m, u64 low, u64 high, u64 most)
{
	unsigned w = expr_width(p, m);
	Expr e = low ? expr_ule(p, expr_const(p, w, low), m) : EXPR_TRUE;
	return high < most ? expr_and(p, e, expr_ule(p, m, expr_const(p, w, high))) : e;
}

/* The condition for numbers of these signs. */
static Expr with_signs(ExprPool *p, const NumberText *x, const NumberText *y, bool x_negative,
					   bool y_negative)
{
	unsigned w = x->width > y->width ? x->width : y->width;
	u64 most = largest(x, x_negative), other = largest(y, y_negative), low = 0, least = 1;
	most = most < other ? most : other;
	Expr m = magnitude(p, x, x_negative, w), sizes = EXPR_FALSE;
	bool open = false; /* numbers from low on are the same */
	for (u32 digits = 0; digits < SIZES && (!digits || least <= most); digits++) {
		u64 first = digits ? least : 0;
		/* A negative number is not zero. */
		bool same = digits ? same_head(x, y, x_negative, y_negative, least, digits)
						   : !x_negative && !y_negative && same_head(x, y, false, false, 0, 0);
		if (same && !open)
			low = first;
		if (!same && open)
			sizes = expr_or(p, sizes, within(p, m, low, first - 1, most));
		open = same;
		if (digits && least > most / x->f->base)
			break;
		least *= digits ? x->f->base : 1;
	}
	if (open)
		sizes = expr_or(p, sizes, within(p, m, low, most, most));
	if (sizes == EXPR_FALSE)
		return EXPR_FALSE;
	Expr signs = expr_and(p, sign_is(p, x, x_negative), sign_is(p, y, y_negative));
	Expr equal = expr_eq(p, m, magnitude(p, y, y_negative, w));
	return expr_and(p, signs, expr_and(p, equal, sizes));
}

Expr numbers_same_text(ExprPool *p, const NumberAfter *a, const NumberAfter *b)
{
	NumberText x = {a, expr_format_at(p, a->number->format), expr_width(p, a->number->e)};
	NumberText y = {b, expr_format_at(p, b->number->format), expr_width(p, b->number->e)};
	Expr same = EXPR_FALSE;
	if (format_is_float(x.f) || x.f->base != y.f->base ||
		(x.f->base == 16 && x.f->upper != y.f->upper) || !reads_as_number(&x) ||
		!reads_as_number(&y))
		return 0;
	for (int signs = 0; signs < 4; signs++) {
		bool x_negative = signs & 1, y_negative = signs & 2;
		if ((x_negative && !x.f->is_signed) || (y_negative && !y.f->is_signed))
			continue;
		same = expr_or(p, same, with_signs(p, &x, &y, x_negative, y_negative));
	}
	return same;
}
