/* text.c: characters and length of the text of a number, as printf writes it.
 *
 * The text is, in this order: blanks (unless left), sign or prefix, zeros up to the precision or
 * the padded width, digits, blanks (if left). Layout computes where each part starts from the
 * number of digits and the sign alone. So character k of a symbolic number is a choice over
 * digit counts and signs; in each case it is a constant or one digit.
 */
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"
#include "engine/expr/ranges.h"

/* Where the parts of one text are. */
typedef struct Layout {
	u32 blanks;     /* leading blanks */
	char prefix[3]; /* sign, or 0x */
	u32 n_prefix;   /* characters in it */
	u32 zeros;      /* zeros before the digits */
	u32 digits;     /* digits of the number */
	u32 len;        /* of the whole text */
} Layout;

/* digits is 0 for a zero that prints nothing by itself (see count_digits). */
static Layout layout(const TextFormat *f, bool negative, bool is_zero, u32 digits)
{
	Layout l = {.digits = digits};
	if (f->is_signed && (negative || f->plus || f->space))
		l.prefix[l.n_prefix++] = negative ? '-' : f->plus ? '+' : ' ';
	if (f->alt && (f->base == 16 || f->base == 2) && !is_zero) {
		l.prefix[l.n_prefix++] = '0';
		l.prefix[l.n_prefix++] = f->base == 2 ? (f->upper ? 'B' : 'b') : f->upper ? 'X' : 'x';
	}
	if (f->precision > (i32)digits)
		l.zeros = f->precision - digits;
	/* '#' with octal raises the precision until the first digit is 0. */
	if (f->alt && f->base == 8 && l.zeros == 0 && (!is_zero || digits == 0))
		l.zeros = 1;
	u32 body = l.n_prefix + l.zeros + digits;
	if (f->width > body && f->zero && !f->left && f->precision < 0) {
		l.zeros += f->width - body;
		body = f->width;
	}
	l.len = f->width > body ? f->width : body;
	l.blanks = f->left ? 0 : l.len - body;
	return l;
}

static bool is_negative(const TextFormat *f, unsigned width, u64 v)
{
	return f->is_signed && v >> (width - 1) & 1;
}

static u64 magnitude(const TextFormat *f, unsigned width, u64 v)
{
	return is_negative(f, width, v) ? -v & mask64(width) : v;
}

/* Zero has one digit, or none with precision 0. */
static u32 count_digits(const TextFormat *f, u64 m)
{
	if (m == 0)
		return f->precision == 0 ? 0 : 1;
	u32 n = 0;
	for (; m; m /= f->base)
		n++;
	return n;
}

static Layout layout_of(const TextFormat *f, unsigned width, u64 v)
{
	u64 m = magnitude(f, width, v);
	return layout(f, is_negative(f, width, v), m == 0, count_digits(f, m));
}

u32 text_len(const TextFormat *f, unsigned width, u64 v)
{
	char text[FLOAT_TEXT];
	if (format_is_float(f))
		return float_text_of(f, v, text);
	return layout_of(f, width, v).len;
}

/* Character k if that is no digit; else -1 and in *place the digit, 0 for the last one. */
static int fixed_char(const Layout *l, u32 k, u32 *location)
{
	if (k >= l->len)
		return 0;
	if (k < l->blanks)
		return ' ';
	k -= l->blanks;
	if (k < l->n_prefix)
		return l->prefix[k];
	k -= l->n_prefix;
	if (k < l->zeros)
		return '0';
	k -= l->zeros;
	if (k >= l->digits)
		return ' ';
	*location = l->digits - 1 - k;
	return -1;
}

int text_location(const TextFormat *f, bool negative, bool is_zero, u32 digits, u32 k)
{
	Layout l = layout(f, negative, is_zero, digits);
	u32 location = 0;
	return fixed_char(&l, k, &location) >= 0 ? -1 : (int)location;
}

u8 text_char(const TextFormat *f, unsigned width, u64 v, u32 k)
{
	if (format_is_float(f))
		return float_text_char(f, v, k);
	Layout l = layout_of(f, width, v);
	u32 location = 0;
	int c = fixed_char(&l, k, &location);
	if (c >= 0)
		return c;
	u64 m = magnitude(f, width, v);
	while (location--)
		m /= f->base;
	return (f->upper ? "0123456789ABCDEF" : "0123456789abcdef")[m % f->base];
}

/* ---- numbers by what their text is ---- */

static bool has(const RangeSet *s, u64 v)
{
	for (u32 i = 0; i < s->n; i++)
		if (v >= s->at[i].lo && v <= s->at[i].hi)
			return true;
	return false;
}

/* Whether the text of all numbers of that sign and digit count has the character or length in the
 * set: 1 yes, 0 no, -1 some have. */
static int all_have(const ExprNode *text, const TextFormat *f, bool negative, bool is_zero,
					u32 digits, const RangeSet *set)
{
	Layout l = layout(f, negative, is_zero, digits);
	u32 location, n = 0;
	if (text->op == EXPR_TEXTLEN)
		return has(set, l.len);
	int c = fixed_char(&l, text->b, &location);
	if (c >= 0)
		return has(set, (u64)c);
	u32 first = location + 1 == digits && !is_zero; /* no number begins with 0 */
	for (u32 d = first; d < f->base; d++)
		n += has(set, (u8)(f->upper ? "0123456789ABCDEF" : "0123456789abcdef")[d]);
	if (!n)
		return 0;
	return n == f->base - first ? 1 : -1;
}

static void append(RangeSet *to, u64 lo, u64 hi)
{
	if (to->n && to->at[to->n - 1].hi + 1 == lo)
		to->at[to->n - 1].hi = hi;
	else
		to->at[to->n++] = (Range){lo, hi};
}

bool text_values(const ExprPool *p, Expr e, const RangeSet *set, RangeSet *out)
{
	const ExprNode *text = nd(p, e);
	if (text->op != EXPR_TEXTCHAR && text->op != EXPR_TEXTLEN)
		return false;
	const TextFormat *f = &p->formats.at[text->c];
	u64 m = mask64(nd(p, text->a)->width), least[TEXT_DIGITS + 2] = {0, 1};
	if (f->base != 10 && f->base != 16) /* others have more digits than are counted here */
		return false;
	u32 last = 1; /* digits of the largest number */
	for (; last < TEXT_DIGITS && least[last] <= UINT64_MAX / f->base; last++)
		least[last + 1] = least[last] * f->base;
	out->n = 0;
	/* Digit counts: zero, upwards, and for numbers below zero down again, as they are stored. */
	for (u32 i = 0; i <= 2 * last; i++) {
		bool negative = i > last;
		u32 d = negative ? 2 * last + 1 - i : i;
		u64 most = !f->is_signed ? m : negative ? (m >> 1) + 1 : m >> 1;
		u64 low = least[d], high = d == last ? UINT64_MAX : d ? least[d + 1] - 1 : 0;
		if ((negative && !f->is_signed) || low > most)
			continue;
		high = high > most ? most : high;
		int in = all_have(text, f, negative, !d, d ? d : count_digits(f, 0), set);
		if (in < 0)
			return false;
		if (in)
			append(out, negative ? -high & m : low, negative ? -low & m : high);
	}
	return true;
}

u32 expr_format(ExprPool *p, const TextFormat *f)
{
	TextFormat plain = *f;
	/* What pads nothing is no other format. */
	if (plain.width <= (plain.precision != 0)) {
		plain.width = 0;
		plain.zero = plain.left = false;
	}
	if (strchr("efg", plain.base) && plain.base && plain.precision == 6)
		plain.precision = -1; /* which stands for 6 */
	f = &plain;
	for (u32 i = 0; i < p->formats.len; i++) {
		const TextFormat *g = &p->formats.at[i];
		if (g->base == f->base && g->is_signed == f->is_signed && g->upper == f->upper &&
			g->plus == f->plus && g->space == f->space && g->alt == f->alt && g->zero == f->zero &&
			g->left == f->left && g->width == f->width && g->precision == f->precision)
			return i;
	}
	vec_push(&p->formats, *f);
	return p->formats.len - 1;
}

const TextFormat *expr_format_at(const ExprPool *p, u32 format)
{
	return &p->formats.at[format];
}

u32 expr_format_decimal(ExprPool *p)
{
	TextFormat f = {.base = 10, .is_signed = true, .precision = -1};
	return expr_format(p, &f);
}

Expr expr_textlen(ExprPool *p, Expr e, u32 format)
{
	const ExprNode *n = nd(p, e);
	if (!p->raw && n->op == EXPR_CONST)
		return expr_const(p, 32, text_len(&p->formats.at[format], n->width, const64(n)));
	return expr_intern(p, EXPR_TEXTLEN, 32, e, 0, format);
}

Expr expr_textchar(ExprPool *p, Expr e, u32 k, u32 format)
{
	const ExprNode *n = nd(p, e);
	if (!p->raw) {
		if (n->op == EXPR_CONST)
			return expr_const(p, 8, text_char(&p->formats.at[format], n->width, const64(n), k));
		u64 low, high;
		expr_range(p, expr_textlen(p, e, format), &low, &high);
		if (k >= high)
			return expr_const(p, 8, 0);
	}
	return expr_intern(p, EXPR_TEXTCHAR, 8, e, k, format);
}

u32 expr_text_index(const ExprPool *p, Expr e)
{
	return nd(p, e)->b;
}

u32 expr_text_format(const ExprPool *p, Expr e)
{
	return nd(p, e)->c;
}

/* ---- the same without text nodes ---- */

/* What an expansion needs along its way. */
typedef struct Expansion {
	ExprPool *p;
	TextFormat f;
	bool length;        /* the length, rather than character k */
	u32 k;              /* which character */
	const Expr *digits; /* 4-bit digits from the left to use, or NULL for quotients */
	Expr m;             /* magnitude */
	unsigned width;     /* of m */
	u64 high;           /* largest magnitude */
} Expansion;

static Expr digit_char(Expansion *x, u32 location)
{
	ExprPool *p = x->p;
	Expr d = x->m, base = expr_const(p, x->width, x->f.base);
	/* One digit at a time: neighbouring digits share their quotients. */
	for (u32 i = 0; i < location; i++)
		d = expr_udiv(p, d, base);
	if (x->f.base <= mask64(x->width))
		d = expr_urem(p, d, base);
	d = x->width > 8 ? expr_extract(p, d, 0, 8) : expr_zext(p, d, 8);
	Expr c = expr_add(p, d, expr_const(p, 8, '0'));
	if (x->f.base <= 10)
		return c;
	Expr letter = expr_add(p, d, expr_const(p, 8, (x->f.upper ? 'A' : 'a') - 10));
	return expr_ite(p, expr_ult(p, d, expr_const(p, 8, 10)), c, letter);
}

static Expr one_case(Expansion *x, bool negative, bool is_zero, u32 digits)
{
	Layout l = layout(&x->f, negative, is_zero, digits);
	if (x->length)
		return expr_const(x->p, 32, l.len);
	u32 location = 0;
	int c = fixed_char(&l, x->k, &location);
	if (c >= 0)
		return expr_const(x->p, 8, c);
	if (!x->digits)
		return digit_char(x, location);
	Expr d = expr_zext(x->p, x->digits[digits - 1 - location], 8);
	return expr_add(x->p, d, expr_const(x->p, 8, '0'));
}

/* All digit counts of one sign, the longest as the last resort. */
static Expr cases(Expansion *x, bool negative)
{
	u32 most = count_digits(&x->f, x->high);
	u64 bound = 1; /* base^(digits - 1) */
	for (u32 i = 1; i < most; i++)
		bound *= x->f.base;
	Expr e = one_case(x, negative, false, most ? most : 1);
	for (u32 digits = most; digits-- > 1; bound /= x->f.base) {
		Expr shorter = expr_ult(x->p, x->m, expr_const(x->p, x->width, bound));
		e = expr_ite(x->p, shorter, one_case(x, negative, false, digits), e);
	}
	if (negative)
		return e;
	Expr zero = expr_eq(x->p, x->m, expr_const(x->p, x->width, 0));
	return expr_ite(x->p, zero, one_case(x, false, true, x->f.precision == 0 ? 0 : 1), e);
}

Expr expr_text_expand(ExprPool *p, Expr e)
{
	return expr_text_expand_with(p, e, NULL);
}

Expr expr_text_digits(ExprPool *p, Expr e, bool is_signed, const Expr *digits)
{
	unsigned w = nd(p, e)->width, wide = w + 4; /* room for one digit more than fits */
	Expr negative = is_signed ? expr_slt(p, e, expr_const(p, w, 0)) : EXPR_FALSE;
	Expr m = expr_ite(p, negative, expr_neg(p, e), e);
	Expr value = expr_const(p, wide, 0), def = EXPR_TRUE;
	Expr wide_m = expr_zext(p, m, wide), ten = expr_const(p, wide, 10);
	u64 bound = 1; /* 10^n */
	for (u32 n = 0; n < TEXT_DIGITS; n++) {
		def = expr_and(p, def, expr_ult(p, digits[n], expr_const(p, 4, 10)));
		value = expr_add(p, expr_mul(p, value, ten), expr_zext(p, digits[n], wide));
		Expr at_least = n ? expr_ule(p, expr_const(p, w, bound), m) : EXPR_TRUE;
		bool last = bound > mask64(w) / 10;
		bound *= 10;
		Expr below = last ? EXPR_TRUE : expr_ult(p, m, expr_const(p, w, bound));
		Expr here = expr_and(p, at_least, below);
		def = expr_and(p, def, expr_or(p, expr_not(p, here), expr_eq(p, wide_m, value)));
		if (last)
			break;
	}
	return def;
}

Expr expr_text_expand_with(ExprPool *p, Expr e, const Expr *digits)
{
	const ExprNode *n = nd(p, e);
	unsigned w = nd(p, n->a)->width;
	Expansion x = {.p = p,
				   .f = p->formats.at[n->c],
				   .length = n->op == EXPR_TEXTLEN,
				   .k = n->b,
				   .digits = digits,
				   .m = n->a,
				   .width = w,
				   .high = nd(p, n->a)->info.high};
	u64 sign = 1ull << (w - 1);
	Expr negative = EXPR_FALSE;
	if (x.f.is_signed) {
		negative = expr_slt(p, n->a, expr_const(p, w, 0));
		if (x.high >= sign)
			x.high = sign - 1;
	}
	Expr positive = cases(&x, false);
	if (negative == EXPR_FALSE)
		return positive;
	x.m = expr_neg(p, n->a);
	x.high = sign;
	return expr_ite(p, negative, cases(&x, true), positive);
}
