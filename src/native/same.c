/* same.c: two native runs, held against each other. */
#include "base/see.h"
#include "native/program.h"

static bool same_bytes(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

/* The same in what counts of it. */
static bool same_text(const SameBy *by, const Buf *a, const Buf *b)
{
	Buf x = {0}, y = {0};
	if (!by->text)
		return same_bytes(a, b);
	by->text(by->ctx, a, &x);
	by->text(by->ctx, b, &y);
	bool same = same_bytes(&x, &y);
	buf_free(&x);
	buf_free(&y);
	return same;
}

bool native_same(const NativeSeen *a, const NativeSeen *b, const SameBy *by)
{
	u32 see = by->see;
	if (by->flavour == FLAVOUR_SANITIZED)
		return a->caught == b->caught && (!a->caught || same_text(by, &a->kind, &b->kind));
	if (a->run.timeout || b->run.timeout) /* how far it came says nothing */
		return a->run.timeout == b->run.timeout || !(by->ends || see & SEE_STATUS);
	return (!(see & SEE_STATUS) ||
			(a->run.status == b->run.status && same_bytes(&a->returned, &b->returned))) &&
		   (!(see & SEE_STDOUT) || same_text(by, &a->run.out, &b->run.out)) &&
		   (!(see & SEE_STDERR) || same_text(by, &a->run.err, &b->run.err)) &&
		   (!(see & SEE_FILES) || same_bytes(&a->files, &b->files));
}
