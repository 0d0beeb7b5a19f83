/* process.c: creates, frees and copies processes. */
#include "engine/os/impl.h"

#define LIMITS_SIZE (RLIM_NLIMITS * sizeof(struct rlimit))
#define ACTIONS_SIZE (OS_SIGNALS * sizeof(SignalAction))

void process_init(Process *p)
{
	p->limits = xcalloc(1, LIMITS_SIZE);
	p->actions = xcalloc(1, ACTIONS_SIZE);
	p->waits = xcalloc(1, sizeof *p->waits);
	p->frames = xcalloc(OS_FRAMES, sizeof *p->frames);
}

void process_free(Process *p)
{
	free(p->limits);
	free(p->actions);
	free(p->waits);
	free(p->frames);
}

/* ---- copies ---- */

bool process_quiet(const Process *p)
{
	return !p->n_frames && !p->pending && !p->waits->n_notes && !p->waits->suspended;
}

static void *copy_of(const void *table, size_t size)
{
	return memcpy(xmalloc(size), table, size);
}

void process_copy(Process *to, const Process *from)
{
	*to = *from;
	to->fds.at = NULL;
	to->fds.len = to->fds.cap = to->fds_end = 0;
	to->limits = from->limits_changed ? copy_of(from->limits, LIMITS_SIZE) : NULL;
	to->actions = from->actions_changed ? copy_of(from->actions, ACTIONS_SIZE) : NULL;
	to->waits = NULL;
	to->frames = NULL;
}

void process_put(Process *to, const Process *from)
{
	Process own = *to;
	*to = *from;
	to->fds.at = own.fds.at;
	to->fds.len = own.fds.len;
	to->fds.cap = own.fds.cap;
	to->fds_end = own.fds_end;
	to->limits = own.limits;
	to->actions = own.actions;
	to->waits = own.waits;
	to->frames = own.frames;
	if (from->limits)
		memcpy(to->limits, from->limits, LIMITS_SIZE);
	if (from->actions)
		memcpy(to->actions, from->actions, ACTIONS_SIZE);
}

/* ---- comparing ---- */

static bool same_position(const OpenFile *a, const OpenFile *b)
{
	return a->pos == b->pos && (u32)a->at == (u32)b->at;
}

bool os_same_positions(const Os *x, const Os *y)
{
	const Process *a = &x->process, *b = &y->process;
	if (a->fds_end != b->fds_end)
		return false;
	for (size_t i = 0; i < a->fds_end; i++) {
		const OpenFile *f = a->fds.at[i].file, *g = b->fds.at[i].file;
		if (!f != !g || (f && (!same_position(f, g) || f->location != g->location)))
			return false;
	}
	return true;
}
