/* identical.c: behaviours that are the same as expressions, compared part by part.
 *
 * Both machines share one pool, so equal expressions have equal numbers. A constant is never taken
 * for an expression: which of the two a part is, is compared first. */
#include "versions/behaviour/behaviour.h"

#include "base/observe.h"
#include "base/hash.h"

/* ---- two behaviours ---- */

/* A value that is an expression if it has one, and otherwise a constant. */
static bool same_value(Expr x, u64 x_const, Expr y, u64 y_const)
{
	if (wrong_hash("behaviour")) /* constant and expression in one number */
		return (x ? (u64)x << 32 : x_const + 1) == (y ? (u64)y << 32 : y_const + 1);
	return x == y && (x || x_const == y_const);
}

static bool same_end(const Behaviour *x, const Behaviour *y)
{
	if (x->outcome != y->outcome || x->error != y->error || !x->type != !y->type)
		return false;
	if ((x->outcome > RAN_SIGNAL && x->loc != y->loc) || !behaviour_one_sign(x, y))
		return false;
	return same_value(x->status_expr, (u32)x->status, y->status_expr, (u32)y->status) &&
		   same_value(x->value_expr, x->value, y->value_expr, y->value) &&
		   post_identical(x->left, x->side, y->left, y->side);
}

static bool same_file(const FileLeft *x, const FileLeft *y)
{
	return file_left_alike(x, y) && items_identical(&x->items, &y->items);
}

static bool same_files(const Behaviour *x, const Behaviour *y)
{
	if (x->files.len != y->files.len)
		return false;
	for (size_t i = 0; i < x->files.len; i++)
		if (!same_file(&x->files.at[i], &y->files.at[i]))
			return false;
	return true;
}

bool behaviour_identical(const Behaviour *x, const Behaviour *y, u32 observe)
{
	return (!(observe & OBSERVE_STATUS) || same_end(x, y)) &&
		   (!(observe & OBSERVE_STDOUT) || items_identical(&x->items[0], &y->items[0])) &&
		   (!(observe & OBSERVE_STDERR) || items_identical(&x->items[1], &y->items[1])) &&
		   (!(observe & OBSERVE_FILES) || same_files(x, y));
}

/* ---- the key of one ---- */

static void value_key(Expr e, u64 constant, Buf *to)
{
	key_number(to, e);
	key_number(to, e ? 0 : constant);
}

static void end_key(const Behaviour *b, bool coarse, Buf *to)
{
	key_number(to, b->outcome);
	key_number(to, b->error);
	key_number(to, b->type != NULL);
	key_number(to, b->outcome > RAN_SIGNAL ? b->loc : 0);
	value_key(b->status_expr, (u32)b->status, to);
	value_key(b->value_expr, b->value, to);
	post_key(b->left, b->side, coarse, to);
}

void behaviour_key(const Behaviour *b, u32 observe, bool coarse, Buf *to)
{
	key_number(to, observe);
	if (observe & OBSERVE_STATUS)
		end_key(b, coarse, to);
	for (int i = 0; i < 2; i++)
		if (observe & (i ? OBSERVE_STDERR : OBSERVE_STDOUT))
			items_key(&b->items[i], to);
	if (!(observe & OBSERVE_FILES))
		return;
	key_number(to, b->files.len);
	for (size_t i = 0; i < b->files.len; i++) {
		const FileLeft *f = &b->files.at[i];
		key_text(to, f->path);
		key_number(to, (u64)f->kind << 32 | f->mode);
		items_key(&f->items, to);
	}
}
