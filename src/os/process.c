/* process.c: whether two runs left their processes alike, as far as a later call can tell:
 * descriptors, working directory, mask, ids, limits, signals. Files are compared elsewhere. */
#include "os/impl.h"

static bool same_node(const OsNode *a, const OsNode *b)
{
	return a->kind == b->kind && a->ino == b->ino && a->dev == b->dev && a->number == b->number;
}

static bool same_position(const OpenFile *a, const OpenFile *b)
{
	return a->pos == b->pos && (u32)a->at == (u32)b->at;
}

bool os_same_positions(const Os *a, const Os *b)
{
	if (a->fds_end != b->fds_end)
		return false;
	for (size_t i = 0; i < a->fds_end; i++) {
		const OpenFile *f = a->fds.at[i].file, *g = b->fds.at[i].file;
		if (!f != !g || (f && (!same_position(f, g) || f->place != g->place)))
			return false;
	}
	return true;
}

static bool same_files(const Os *a, const Os *b)
{
	if (a->fds_end != b->fds_end)
		return false;
	for (size_t i = 0; i < a->fds_end; i++) {
		const OpenFile *f = a->fds.at[i].file, *g = b->fds.at[i].file;
		if (!f != !g || a->fds.at[i].cloexec != b->fds.at[i].cloexec)
			return false;
		if (f && (f->flags != g->flags || !same_position(f, g) || f->refs != g->refs ||
				  !same_node(f->node, g->node)))
			return false;
	}
	return true;
}

static bool same_signals(const Os *a, const Os *b, OsSameFn *same, void *ctx)
{
	for (u32 i = 0; i < OS_SIGNALS; i++) {
		const SignalAction *x = &a->actions[i], *y = &b->actions[i];
		if (x->flags != y->flags || x->mask != y->mask || !same(ctx, x->handler, y->handler))
			return false;
	}
	return a->blocked == b->blocked && a->pending == b->pending && a->alarm.due == b->alarm.due &&
		   a->alarm.interval == b->alarm.interval;
}

bool os_same_process(const Os *a, const Os *b, OsSameFn *same, void *ctx)
{
	return a->umask == b->umask && same_node(a->cwd, b->cwd) && a->nice == b->nice &&
		   a->undumpable == b->undumpable && !memcmp(&a->ids, &b->ids, sizeof a->ids) &&
		   !memcmp(a->limits, b->limits, sizeof a->limits) &&
		   !strncmp(a->comm, b->comm, sizeof a->comm) && same_files(a, b) &&
		   same_signals(a, b, same, ctx);
}
