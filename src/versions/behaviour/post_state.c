/* post_state.c: compares and prints the post-states of a function. */
#include "versions/behaviour/post_state.h"

PostState *post_keep(PostState *l)
{
	if (l)
		l->refs++;
	return l;
}

void post_drop(PostState *l)
{
	if (!l || --l->refs)
		return;
	for (int side = 0; side < 2; side++) {
		vec_free(&l->items[side]);
		buf_free(&l->plan[side]);
	}
	arena_free(&l->arena);
	free(l);
}

/* ---- comparing ---- */

static bool identical_bytes(const PostItem *a, const PostItem *b)
{
	for (u32 k = 0; k < a->len; k++) {
		const LookByte *x = &a->bytes[k], *y = &b->bytes[k];
		if (x->state != y->state || x->e != y->e || (!x->e && x->byte != y->byte))
			return false;
	}
	return true;
}

static bool identical_items(const PostItem *a, const PostItem *b)
{
	return a->kind == b->kind && a->len == b->len && a->which == b->which && a->bit == b->bit &&
		   a->bits == b->bits && a->is_signed == b->is_signed && !strcmp(a->name, b->name) &&
		   identical_bytes(a, b);
}

bool post_identical(const PostState *x, int x_side, const PostState *y, int y_side)
{
	size_t n = x ? x->items[x_side].len : 0;
	if (n != (y ? y->items[y_side].len : 0))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!identical_items(&x->items[x_side].at[i], &y->items[y_side].at[i]))
			return false;
	return true;
}

void post_key(const PostState *l, int side, bool coarse, Buf *to)
{
	size_t n = l ? l->items[side].len : 0;
	key_number(to, n);
	for (size_t i = 0; i < n; i++) {
		const PostItem *o = &l->items[side].at[i];
		key_text(to, o->name);
		key_number(to, (u64)o->kind << 32 | o->len);
		key_number(to, (u64)o->is_signed << 16 | o->bit << 8 | o->bits);
		key_number(to, coarse && o->which & POST_INSIDE ? o->which & ~POST_OFFSET : o->which);
		for (u32 k = 0; k < o->len; k++) {
			const LookByte *b = &o->bytes[k];
			key_number(to, (u64)b->e << 32 | b->state << 8 | (b->e ? 0 : b->byte));
		}
	}
}

static Expr byte_of(ExprPool *p, const LookByte *b)
{
	return b->e ? b->e : expr_const(p, 8, b->byte);
}

static bool is_symbolic(const PostItem *o)
{
	for (u32 k = 0; k < o->len; k++)
		if (o->bytes[k].e)
			return true;
	return false;
}

static bool is_set(const PostItem *o)
{
	for (u32 k = 0; k < o->len; k++)
		if (o->bytes[k].state == LOOK_NEVER || (o->bytes[k].state == LOOK_MIXED && !o->bits))
			return false;
	return true;
}

/* A number of at most 16 bytes as one expression. */
static Expr whole(ExprPool *p, const PostItem *o)
{
	Expr e = byte_of(p, &o->bytes[0]);
	for (u32 k = 1; k < o->len; k++)
		e = expr_concat(p, byte_of(p, &o->bytes[k]), e);
	return o->bits ? expr_extract(p, e, o->bit, o->bits) : e;
}

/* An uninitialised byte is equal only to itself. */
static Expr byte_differs(ExprPool *p, const LookByte *a, const LookByte *b)
{
	if (a->state != b->state)
		return EXPR_TRUE;
	return a->state == LOOK_NEVER ? EXPR_FALSE : expr_ne(p, byte_of(p, a), byte_of(p, b));
}

static Expr bytes_differ(ExprPool *p, const PostItem *a, const PostItem *b)
{
	Expr differs = EXPR_FALSE;
	for (u32 k = 0; k < a->len && differs != EXPR_TRUE; k++)
		differs = expr_or(p, differs, byte_differs(p, &a->bytes[k], &b->bytes[k]));
	return differs;
}

/* As strcmp: the first byte that differs, if no byte before it is zero. */
static Expr texts_differ(ExprPool *p, const PostItem *a, const PostItem *b)
{
	Expr differs = EXPR_FALSE, here = EXPR_TRUE;
	for (u32 k = 0; (k < a->len || k < b->len) && here != EXPR_FALSE; k++) {
		if (k >= a->len || k >= b->len)
			return expr_or(p, differs, here); /* one has no end where the other goes on */
		Expr ne = byte_differs(p, &a->bytes[k], &b->bytes[k]);
		differs = expr_or(p, differs, expr_and(p, here, ne));
		here = expr_and(p, here, expr_not(p, ne));
		if (a->bytes[k].state == LOOK_SET)
			here = expr_and(p, here, expr_ne(p, byte_of(p, &a->bytes[k]), expr_const(p, 8, 0)));
	}
	return differs;
}

/* Numbers of which something is set can be compared as numbers: of a bit field only its own bits
 * count. */
static bool same_states(const PostItem *a, const PostItem *b)
{
	bool some = false;
	for (u32 k = 0; k < a->len; k++) {
		if (a->bytes[k].state != b->bytes[k].state)
			return false;
		some |= a->bytes[k].state != LOOK_NEVER;
	}
	return some;
}

static Expr extended(ExprPool *p, const PostItem *o, Expr e, unsigned width)
{
	return o->is_signed ? expr_sext(p, e, width) : expr_zext(p, e, width);
}

/* By their mathematical values. Equal bits are different numbers where only one version's can be
 * below zero, and is. */
static Expr numbers_differ(ExprPool *p, const PostItem *a, const PostItem *b)
{
	Expr x = whole(p, a), y = whole(p, b);
	unsigned m = expr_width(p, x), n = expr_width(p, y), width = m > n ? m : n;
	x = extended(p, a, x, width);
	y = extended(p, b, y, width);
	Expr differs = expr_ne(p, x, y);
	if (a->is_signed == b->is_signed)
		return differs;
	return expr_or(p, differs, expr_slt(p, a->is_signed ? x : y, expr_const(p, width, 0)));
}

/* True if the bytes of both numbers correspond. */
static bool stored_alike(const PostItem *a, const PostItem *b)
{
	return a->len == b->len && a->bit == b->bit && a->bits == b->bits;
}

static Expr item_differs(ExprPool *p, const PostItem *a, const PostItem *b)
{
	if (a->kind != b->kind || a->which != b->which)
		return EXPR_TRUE;
	if (a->kind == POST_TEXT)
		return texts_differ(p, a, b);
	if (a->kind == POST_NUMBER && !stored_alike(a, b))
		return !is_set(a) || !is_set(b) ? expr_bool(is_set(a) != is_set(b))
										: numbers_differ(p, a, b);
	if (a->len != b->len)
		return EXPR_TRUE;
	if (a->kind == POST_NUMBER && same_states(a, b))
		return numbers_differ(p, a, b);
	return bytes_differ(p, a, b);
}

/* Bytes of which some are free, one by one; of a text, those before the first zero of either. */
static Expr bytes_differ_but(ExprPool *p, const PostItem *a, const PostItem *b,
							 const PostFreedom *but)
{
	Expr differs = EXPR_FALSE, here = EXPR_TRUE, zero = expr_const(p, 8, 0);
	u32 n = a->len < b->len ? a->len : b->len;
	for (u32 k = 0; k < n && here != EXPR_FALSE; k++) {
		Expr ne = expr_and(p, byte_differs(p, &a->bytes[k], &b->bytes[k]),
						   expr_not(p, but->free(but->ctx, b->at + k)));
		differs = expr_or(p, differs, expr_and(p, here, ne));
		const PostItem *both[] = {a, b};
		for (int i = 0; a->kind == POST_TEXT && i < 2; i++)
			if (both[i]->bytes[k].state == LOOK_SET)
				here = expr_and(p, here, expr_ne(p, byte_of(p, &both[i]->bytes[k]), zero));
	}
	if (a->len == b->len)
		return differs;
	/* One goes on where the other has no end. */
	Expr rest = expr_not(p, but->free(but->ctx, b->at + n));
	return expr_or(p, differs, expr_and(p, here, rest));
}

static Expr item_differs_but(ExprPool *p, const PostItem *a, const PostItem *b,
							 const PostFreedom *but)
{
	Expr whole_item = item_differs(p, a, b);
	if (whole_item == EXPR_FALSE || !but)
		return whole_item;
	bool bytes = a->kind == b->kind && (a->kind == POST_BYTES || a->kind == POST_TEXT);
	if (bytes && b->at >= POST_MEMORY)
		return bytes_differ_but(p, a, b, but);
	return expr_and(p, whole_item, expr_not(p, but->free(but->ctx, b->at)));
}

Expr post_differ_but(ExprPool *p, const PostState *l, const PostFreedom *but)
{
	Expr differs = EXPR_FALSE;
	if (!l)
		return EXPR_FALSE;
	if (l->items[0].len != l->items[1].len)
		return EXPR_TRUE;
	for (size_t i = 0; i < l->items[0].len && differs != EXPR_TRUE; i++)
		differs =
			expr_or(p, differs, item_differs_but(p, &l->items[0].at[i], &l->items[1].at[i], but));
	return differs;
}

Expr post_differ(ExprPool *p, const PostState *l)
{
	return post_differ_but(p, l, NULL);
}

bool post_undefined(const PostState *l, int side)
{
	for (size_t i = 0; l && i < l->items[side].len && i < l->items[!side].len; i++) {
		const PostItem *a = &l->items[side].at[i], *b = &l->items[!side].at[i];
		if (a->kind == POST_NUMBER && b->kind == POST_NUMBER && !stored_alike(a, b)) {
			if (!is_set(a) && is_set(b))
				return true;
			continue;
		}
		for (u32 k = 0; k < a->len && k < b->len; k++)
			if (a->bytes[k].state != LOOK_SET && b->bytes[k].state == LOOK_SET)
				return true;
	}
	return false;
}

/* ---- for people ---- */

static void quoted(ExprPool *p, const PostItem *o, size_t limit, Buf *to)
{
	buf_addc(to, '"');
	for (u32 k = 0; k < o->len; k++) {
		const LookByte *b = &o->bytes[k];
		bool symbolic = p && b->e;
		if (o->kind == POST_TEXT && !symbolic && !b->byte && b->state != LOOK_NEVER)
			break;
		if (symbolic) {
			buf_addc(to, '{');
			expr_text_printed(p, b->e, NULL, limit, to);
			buf_addc(to, '}');
		} else if (b->state == LOOK_NEVER) {
			buf_addc(to, '?');
		} else {
			buf_add_escaped(to, &b->byte, 1);
		}
	}
	buf_addc(to, '"');
}

static void number(ExprPool *p, const PostItem *o, size_t limit, Buf *to)
{
	u64 value = 0;
	u32 width = o->bits ? o->bits : o->len * 8;
	if (p && is_symbolic(o)) {
		buf_addc(to, '{');
		expr_text_decimal(p, whole(p, o), o->is_signed, limit, to);
		buf_addc(to, '}');
		return;
	}
	for (u32 k = 0; k < o->len && k < sizeof value; k++)
		value |= (u64)o->bytes[k].byte << 8 * k;
	value = value >> o->bit << (64 - width);
	if (o->is_signed)
		buf_addf(to, "%lld", (long long)((i64)value >> (64 - width)));
	else
		buf_addf(to, "%llu", (unsigned long long)(value >> (64 - width)));
}

static void item_text(ExprPool *p, const PostItem *o, size_t limit, Buf *to)
{
	if (o->kind == POST_POINTER)
		buf_adds(to, o->to);
	else if (o->kind != POST_TEXT && !is_set(o))
		buf_adds(to, "(uninitialised)");
	else if (o->kind == POST_NUMBER && o->len <= 8)
		number(p, o, limit, to);
	else
		quoted(p, o, limit, to);
}

/* The bits of a field in its byte k. */
static u8 field_mask(const PostItem *o, u32 k)
{
	u8 mask = 0;
	for (u32 i = 0; i < 8; i++)
		if (8 * k + i >= o->bit && 8 * k + i < (u32)o->bit + o->bits)
			mask |= (u8)(1u << i);
	return mask;
}

/* True if no bits of two bit fields differ, as far as the bytes are numbers. */
static bool same_bits(const PostItem *a, const PostItem *b, bool symbolic)
{
	u32 k = 0;
	for (; k < a->len && k < b->len; k++) {
		const LookByte *x = &a->bytes[k], *y = &b->bytes[k];
		if (x->state != y->state || (symbolic && x->e != y->e) ||
			(x->byte ^ y->byte) & field_mask(a, k))
			return false;
	}
	return a->bit == b->bit && a->bits == b->bits && a->len == b->len;
}

static bool same_bytes(const PostItem *a, const PostItem *b, bool symbolic)
{
	if (a->bits)
		return same_bits(a, b, symbolic);
	for (u32 k = 0; k < a->len && k < b->len; k++) {
		const LookByte *x = &a->bytes[k], *y = &b->bytes[k];
		if (x->state != y->state || (symbolic && x->e != y->e) || x->byte != y->byte)
			return false;
		if (a->kind == POST_TEXT && !symbolic && !x->byte)
			return true;
	}
	return a->len == b->len;
}

static bool follows(const PostItem *o, const bool wrote[2])
{
	return (o->at == POST_STDOUT && wrote[0]) || (o->at == POST_STDERR && wrote[1]);
}

void post_text(ExprPool *p, const PostState *l, int side, const bool wrote[2], size_t limit,
			   Buf *to)
{
	for (size_t i = 0; l && i < l->items[side].len && i < l->items[!side].len; i++) {
		const PostItem *o = &l->items[side].at[i], *other = &l->items[!side].at[i];
		if (o->kind == other->kind && o->which == other->which &&
			o->is_signed == other->is_signed && same_bytes(o, other, p != NULL))
			continue;
		/* How it ended says whether it is null. */
		if (o->kind == POST_POINTER && !strcmp(o->name, "returned") && !(o->which && other->which))
			continue;
		if (follows(o, wrote))
			continue;
		buf_addf(to, ", %s = ", o->name);
		item_text(p, o, limit, to);
	}
}
