/* concrete.c: two behaviours on one input, byte by byte. */
#include "versions/behaviour/behaviour.h"

#include "base/observe.h"

static bool same_bytes(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

static bool same_file(ExprPool *pool, ExprEval *eval, const FileLeft *f, const FileLeft *g)
{
	Buf text[2] = {0};
	items_render(pool, &f->items, eval, &text[0]);
	items_render(pool, &g->items, eval, &text[1]);
	bool same = file_left_alike(f, g) && same_bytes(&text[0], &text[1]);
	buf_free(&text[0]);
	buf_free(&text[1]);
	return same;
}

static bool same_files(ExprPool *pool, ExprEval *eval, const Behaviour *a, const Behaviour *b)
{
	bool same = a->files.len == b->files.len;
	for (size_t i = 0; same && i < a->files.len; i++)
		same = same_file(pool, eval, &a->files.at[i], &b->files.at[i]);
	return same;
}

static bool same_end(ExprPool *pool, ExprEval *eval, const Behaviour *a, const Behaviour *b)
{
	if (a->outcome != b->outcome || a->error != b->error)
		return false;
	if (a->outcome > RAN_SIGNAL)
		return true;
	if (a->status != b->status || !a->type != !b->type || !behaviour_same_value(a, b))
		return false;
	return !a->left || !expr_eval_value(eval, post_differ(pool, a->left));
}

bool behaviour_same(ExprPool *pool, ExprEval *eval, const Behaviour *old, const Behaviour *newer,
					u32 observe)
{
	if (observe & OBSERVE_STATUS && !same_end(pool, eval, old, newer))
		return false;
	if (old->outcome > RAN_ERROR || newer->outcome > RAN_ERROR)
		return true; /* how far a run came says nothing */
	return (!(observe & OBSERVE_STDOUT) || same_bytes(&old->text[0], &newer->text[0])) &&
		   (!(observe & OBSERVE_STDERR) || same_bytes(&old->text[1], &newer->text[1])) &&
		   (!(observe & OBSERVE_FILES) || same_files(pool, eval, old, newer));
}
