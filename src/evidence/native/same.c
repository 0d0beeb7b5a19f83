/* same.c: compares two native runs. */
#include "base/observe.h"
#include "evidence/native/program.h"

static bool same_bytes(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

/* True if the parts to compare are the same. */
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

bool native_same(const NativeObservation *a, const NativeObservation *b, const SameBy *by)
{
	u32 observe = by->observe;
	if (by->flavour == FLAVOUR_SANITIZED)
		return a->caught == b->caught &&
			   (!a->caught || (same_text(by, &a->kind, &b->kind) &&
							   (!by->places || same_text(by, &a->place, &b->place))));
	if (a->run.timeout || b->run.timeout) /* the output until the timeout means nothing */
		return a->run.timeout == b->run.timeout || !(by->ends || observe & OBSERVE_STATUS);
	return (!(observe & OBSERVE_STATUS) ||
			(a->run.status == b->run.status && same_bytes(&a->returned, &b->returned))) &&
		   (!(observe & OBSERVE_STDOUT) || same_text(by, &a->run.out, &b->run.out)) &&
		   (!(observe & OBSERVE_STDERR) || same_text(by, &a->run.err, &b->run.err)) &&
		   (!(observe & OBSERVE_FILES) || same_bytes(&a->files, &b->files));
}
