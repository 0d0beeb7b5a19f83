/* sametext.c: builds the condition under which two outputs are the same text.
 *
 * Outputs are lists of items: bytes, expressions of bytes, texts of numbers. Equal items have equal
 * text, so a common prefix and suffix can be dropped. In between, two isolated numbers of the same
 * format are equal if their values are; samenumber.c compares numbers of different formats.
 * The rest is compared character by character, with a case for each length that a number's text may
 * have. A byte that is one of two constants, often a sign, is a constant in each of two cases. */
#include <ctype.h>

#include "engine/expr/float/float.h"
#include "versions/behaviour/behaviour.h"

enum {
	MAX_STATES = 4096, /* pairs of positions that are looked at */
	MAX_SPLITS = 3,    /* bytes of which each of two values is a case of its own */
};

/* A list without what both have in common. */
typedef struct ItemSpan {
	const OutItem *at;
	size_t len;
} ItemSpan;

typedef struct Matcher {
	ExprPool *pool;
	ItemSpan a, b;
	KeyMap known; /* pair of positions -> condition */
	u32 states;
	bool too_large;
} Matcher;

/* A position in a list: an item, and the character in it if it is a number. */
typedef struct ItemSpot {
	u32 item, at;
} ItemSpot;

static void strip(ItemSpan *a, ItemSpan *b)
{
	while (a->len && b->len && out_item_same(&a->at[0], &b->at[0])) {
		a->at++, a->len--;
		b->at++, b->len--;
	}
	while (a->len && b->len && out_item_same(&a->at[a->len - 1], &b->at[b->len - 1]))
		a->len--, b->len--;
}

/* True if the item before `next` cannot go on: a number there is read to its end. */
static bool stands_alone(const ItemSpan *s, size_t next)
{
	if (next >= s->len)
		return true;
	return s->at[next].kind == OUT_BYTE && !isalnum(s->at[next].byte);
}

static Expr widen(ExprPool *p, Expr e, bool is_signed, unsigned width)
{
	return is_signed ? expr_sext(p, e, width) : expr_zext(p, e, width);
}

/* Two texts of floating-point numbers without blanks around them, or of one format. */
static bool both_floats(const ExprPool *p, const OutItem *x, const OutItem *y)
{
	if (x->kind != OUT_NUMBER || y->kind != OUT_NUMBER)
		return false;
	const TextFormat *f = expr_format_at(p, x->format), *g = expr_format_at(p, y->format);
	return format_is_float(f) && format_is_float(g) &&
		   (x->format == y->format || (!f->width && !f->space && !g->width && !g->space));
}

/* True if what follows could be part of a floating-point number. */
static bool goes_on(const ItemSpan *s, size_t next)
{
	return next < s->len && strchr(".+-", s->at[next].byte);
}

/* True if the number before `next` is read to its end. */
static bool ends_alone(const ExprPool *p, const ItemSpan *s, size_t next, const OutItem *number)
{
	return stands_alone(s, next) &&
		   !(format_is_float(expr_format_at(p, number->format)) && goes_on(s, next));
}

/* Two integers of the same format are the same text if they are the same value. */
static Expr same_number(ExprPool *p, const OutItem *x, const OutItem *y)
{
	if (format_is_float(expr_format_at(p, x->format)))
		return expr_same_text(p, x->e, x->format, y->e, y->format);
	bool is_signed = expr_format_at(p, x->format)->is_signed;
	unsigned wx = expr_width(p, x->e), wy = expr_width(p, y->e), w = wx > wy ? wx : wy;
	return expr_eq(p, widen(p, x->e, is_signed, w), widen(p, y->e, is_signed, w));
}

/* True if a byte can be in the text of a floating-point number without blanks. */
static bool in_float(u8 c)
{
	return isalnum(c) || c == '.' || c == '+' || c == '-';
}

/* The floating-point number x against plain bytes, as number_is: its characters are these, and no more. */
static Expr float_text_is(ExprPool *p, const OutItem *x, const ItemSpan *s, size_t from,
						  size_t *used)
{
	const TextFormat *f = expr_format_at(p, x->format);
	Expr same = EXPR_TRUE;
	size_t n = 0;
	if (f->width || f->space)
		return 0;
	for (; from + n < s->len && s->at[from + n].kind == OUT_BYTE && in_float(s->at[from + n].byte);
		 n++)
		same = expr_and(p, same,
						expr_eq(p, expr_textchar(p, x->e, (u32)n, x->format),
								expr_const(p, 8, s->at[from + n].byte)));
	if (from + n < s->len && s->at[from + n].kind != OUT_BYTE)
		return 0;
	*used = n;
	return expr_and(p, same, expr_eq(p, expr_textlen(p, x->e, x->format), expr_const(p, 32, n)));
}

/* The number x against plain bytes from s->at[from] on. 0: they are not plain, or the format has
 * several texts for a value. *used is how many bytes they are. */
static Expr number_is(ExprPool *p, const OutItem *x, const ItemSpan *s, size_t from, size_t *used)
{
	const TextFormat *f = expr_format_at(p, x->format);
	char text[32];
	size_t n = 0;
	if (format_is_float(f))
		return float_text_is(p, x, s, from, used);
	if (f->width || f->precision >= 0 || f->base != 10 || f->plus || f->space)
		return 0;
	while (from + n < s->len && s->at[from + n].kind == OUT_BYTE && n + 1 < sizeof text &&
		   (isalnum(s->at[from + n].byte) || (!n && s->at[from].byte == '-'))) {
		text[n] = (char)s->at[from + n].byte;
		n++;
	}
	if (!stands_alone(s, from + n))
		return 0;
	text[n] = 0;
	*used = n;
	unsigned width = expr_width(p, x->e);
	u64 v = f->is_signed ? (u64)strtoll(text, NULL, 10) : strtoull(text, NULL, 10);
	if (width < 64)
		v &= (1ull << width) - 1;
	bool same = n && text_len(f, width, v) == n;
	for (size_t k = 0; same && k < n; k++)
		same = (char)text_char(f, width, v, (u32)k) == text[k];
	return same ? expr_eq(p, x->e, expr_const(p, width, v)) : EXPR_FALSE;
}

/* The bytes from s->at[from] on and the number behind them. False if something else is there, or if the
 * number may go on. */
static bool number_after(const ItemSpan *s, u32 from, NumberAfter *to)
{
	u32 n = 0;
	while (from + n < s->len && s->at[from + n].kind == OUT_BYTE)
		n++;
	if (from + n >= s->len || s->at[from + n].kind != OUT_NUMBER || !stands_alone(s, from + n + 1))
		return false;
	*to = (NumberAfter){&s->at[from], n, &s->at[from + n]};
	return true;
}

/* ---- character by character ---- */

static Expr char_at(Matcher *m, const ItemSpan *s, ItemSpot at)
{
	const OutItem *item = &s->at[at.item];
	switch (item->kind) {
	case OUT_BYTE: return expr_const(m->pool, 8, item->byte);
	case OUT_EXPR: return item->e;
	default: return expr_textchar(m->pool, item->e, at.at, item->format);
	}
}

/* True if the text of the number at the spot ends before it. */
static Expr ends_at(Matcher *m, const ItemSpan *s, ItemSpot at)
{
	if (!at.at)
		return EXPR_FALSE;
	const OutItem *item = &s->at[at.item];
	Expr len = expr_textlen(m->pool, item->e, item->format);
	return expr_eq(m->pool, len, expr_const(m->pool, expr_width(m->pool, len), at.at));
}

/* Characters of the longest text: sign, point, digits, exponent. */
static u32 longest_float(const TextFormat *f)
{
	u32 digits = f->precision < 0 ? (f->base == 'a' ? 16 : 6) : (u32)f->precision;
	u32 most = f->base == 'f' ? FLOAT_TEXT : digits + 12;
	return most > f->width ? most : f->width;
}

static u32 longest(Matcher *m, const OutItem *item)
{
	const TextFormat *f = expr_format_at(m->pool, item->format);
	unsigned width = expr_width(m->pool, item->e);
	u64 all = width >= 64 ? ~0ull : (1ull << width) - 1, most = 0;
	u64 values[] = {all, all >> 1, (all >> 1) + 1, 0};
	if (format_is_float(f))
		return longest_float(f);
	for (size_t i = 0; i < countof(values); i++) {
		u32 n = text_len(f, width, values[i]);
		most = n > most ? n : most;
	}
	return (u32)most;
}

/* Past the character at the spot. */
static ItemSpot next_of(Matcher *m, const ItemSpan *s, ItemSpot at)
{
	const OutItem *item = &s->at[at.item];
	if (item->kind == OUT_NUMBER && at.at + 1 < longest(m, item))
		return (ItemSpot){at.item, at.at + 1};
	return (ItemSpot){at.item + 1, 0};
}

static Expr match(Matcher *m, ItemSpot x, ItemSpot y);

static Expr match_new(Matcher *m, ItemSpot x, ItemSpot y)
{
	ExprPool *p = m->pool;
	bool a_over = x.item >= m->a.len, b_over = y.item >= m->b.len;
	if (a_over && b_over)
		return EXPR_TRUE;
	const OutItem *i = a_over ? NULL : &m->a.at[x.item], *k = b_over ? NULL : &m->b.at[y.item];
	size_t used;
	Expr here = 0;
	if (i && k && !x.at && !y.at) {
		if (out_item_same(i, k))
			return match(m, (ItemSpot){x.item + 1, 0}, (ItemSpot){y.item + 1, 0});
		bool floats = both_floats(p, i, k);
		bool numbers =
			i->kind == OUT_NUMBER && k->kind == OUT_NUMBER && (i->format == k->format || floats);
		if (numbers && stands_alone(&m->a, x.item + 1) && stands_alone(&m->b, y.item + 1) &&
			!(floats && (goes_on(&m->a, x.item + 1) || goes_on(&m->b, y.item + 1))) &&
			(here = same_number(p, i, k))) {
			return expr_and(p, here,
							match(m, (ItemSpot){x.item + 1, 0}, (ItemSpot){y.item + 1, 0}));
		}
		if (i->kind == OUT_NUMBER && ends_alone(p, &m->a, x.item + 1, i) &&
			(here = number_is(p, i, &m->b, y.item, &used)))
			return expr_and(p, here,
							match(m, (ItemSpot){x.item + 1, 0}, (ItemSpot){y.item + (u32)used, 0}));
		if (k->kind == OUT_NUMBER && ends_alone(p, &m->b, y.item + 1, k) &&
			(here = number_is(p, k, &m->a, x.item, &used)))
			return expr_and(p, here,
							match(m, (ItemSpot){x.item + (u32)used, 0}, (ItemSpot){y.item + 1, 0}));
		NumberAfter u, v;
		if (number_after(&m->a, x.item, &u) && number_after(&m->b, y.item, &v) &&
			(here = numbers_same_text(p, &u, &v)))
			return expr_and(
				p, here,
				match(m, (ItemSpot){x.item + u.n + 1, 0}, (ItemSpot){y.item + v.n + 1, 0}));
	}
	Expr rest = EXPR_FALSE;
	if (i && k) {
		here = expr_eq(p, char_at(m, &m->a, x), char_at(m, &m->b, y));
		if (here != EXPR_FALSE)
			rest = expr_and(p, here, match(m, next_of(m, &m->a, x), next_of(m, &m->b, y)));
	}
	if (k && y.at)
		rest = expr_ite(p, ends_at(m, &m->b, y), match(m, x, (ItemSpot){y.item + 1, 0}), rest);
	if (i && x.at)
		rest = expr_ite(p, ends_at(m, &m->a, x), match(m, (ItemSpot){x.item + 1, 0}, y), rest);
	return rest;
}

static Expr match(Matcher *m, ItemSpot x, ItemSpot y)
{
	Key key = KEY((u64)x.item << 32 | x.at, (u64)y.item << 32 | y.at);
	u64 known;
	if (keymap_get(&m->known, key, &known))
		return (Expr)known;
	if (++m->states > MAX_STATES || x.at > 63 || y.at > 63)
		m->too_large = true;
	Expr e = m->too_large ? EXPR_FALSE : match_new(m, x, y);
	keymap_put(&m->known, key, e);
	return e;
}

/* Lists without numbers: as many bytes, each the same. */
static Expr match_bytes(ExprPool *p, const ItemSpan *a, const ItemSpan *b)
{
	Expr all = EXPR_TRUE;
	if (a->len != b->len)
		return EXPR_FALSE;
	for (size_t i = 0; i < a->len && all != EXPR_FALSE; i++) {
		const OutItem *x = &a->at[i], *y = &b->at[i];
		Expr ex = x->kind == OUT_BYTE ? expr_const(p, 8, x->byte) : x->e;
		Expr ey = y->kind == OUT_BYTE ? expr_const(p, 8, y->byte) : y->e;
		all = expr_and(p, all, expr_eq(p, ex, ey));
	}
	return all;
}

static bool has_number(const ItemSpan *s)
{
	for (size_t i = 0; i < s->len; i++)
		if (s->at[i].kind == OUT_NUMBER)
			return true;
	return false;
}

/* The first byte that is one of two constants, as of printf("%c", x < 0 ? '-' : '+'); s->len: none is. */
static size_t chosen_byte(const ExprPool *p, const ItemSpan *s)
{
	size_t i = 0;
	for (; i < s->len; i++)
		if (s->at[i].kind == OUT_EXPR && expr_op(p, s->at[i].e) == EXPR_ITE &&
			expr_is_const(p, expr_kid(p, s->at[i].e, 1)) &&
			expr_is_const(p, expr_kid(p, s->at[i].e, 2)))
			break;
	return i;
}

static Expr same_text(ExprPool *pool, ItemSpan a, ItemSpan b, u32 splits);

/* The case that the byte at a place of a is the first constant, and the case that it is the second. */
static Expr split_at(ExprPool *pool, ItemSpan a, ItemSpan b, size_t at, u32 splits)
{
	OutItem *copy = xmalloc(a.len * sizeof *copy);
	Expr chosen = a.at[at].e, same[2];
	memcpy(copy, a.at, a.len * sizeof *copy);
	a.at = copy;
	for (u32 k = 0; k < 2; k++) {
		u8 byte = (u8)expr_value(pool, expr_kid(pool, chosen, k + 1));
		copy[at] = (OutItem){.kind = OUT_BYTE, .byte = byte};
		same[k] = same_text(pool, a, b, splits);
	}
	free(copy);
	return same[0] && same[1] ? expr_ite(pool, expr_kid(pool, chosen, 0), same[0], same[1]) : 0;
}

static Expr same_text(ExprPool *pool, ItemSpan a, ItemSpan b, u32 splits)
{
	Matcher m = {.pool = pool, .a = a, .b = b};
	strip(&m.a, &m.b);
	if (!m.a.len && !m.b.len)
		return EXPR_TRUE;
	if (!has_number(&m.a) && !has_number(&m.b))
		return match_bytes(pool, &m.a, &m.b);
	size_t in_a = chosen_byte(pool, &m.a), in_b = chosen_byte(pool, &m.b);
	if (splits && in_a < m.a.len)
		return split_at(pool, m.a, m.b, in_a, splits - 1);
	if (splits && in_b < m.b.len)
		return split_at(pool, m.b, m.a, in_b, splits - 1);
	Expr e = match(&m, (ItemSpot){0, 0}, (ItemSpot){0, 0});
	keymap_free(&m.known);
	return m.too_large ? 0 : e;
}

Expr items_same_text(ExprPool *pool, const OutItems *a, const OutItems *b)
{
	return same_text(pool, (ItemSpan){a->at, a->len}, (ItemSpan){b->at, b->len}, MAX_SPLITS);
}
