/* product.c: finds the files that a run wrote itself. Such files show what the run did, not its
 * environment. */
#include "env/compare/envdiff.h"

#include <fcntl.h>
#include <sys/syscall.h>

u32 path_of_call(const World *w, u32 call)
{
	const CallUse *use = world_use(w, call);
	if (use->n_paths)
		return use->paths[0];
	return use->n_objects ? world_object(w, use->objects[0])->path : 0;
}

static u64 open_flags(const TraceCall *c)
{
	if (c->nr == SYS_openat)
		return c->args[2];
	if (c->nr == SYS_open)
		return c->args[1];
	return c->nr == SYS_creat ? O_CREAT | O_TRUNC | O_WRONLY : 0;
}

/* True for files that keep what is written to them; other names lead to a device or process. */
static bool keeps_bytes(const char *path)
{
	static const char *const others[] = {"addr:", "/proc/", "/sys/", "/dev/"};
	for (size_t i = 0; i < countof(others); i++)
		if (!strncmp(path, others[i], strlen(others[i])))
			return !strncmp(path, "/dev/shm/", 9);
	return true;
}

static void note_touched(Products *p, const World *w, u32 call)
{
	const CallUse *use = world_use(w, call);
	for (u8 k = 0; k < use->n_paths; k++)
		if (use->path_use[k] & PATH_CHANGED && p->touched[use->paths[k]] == UINT32_MAX)
			p->touched[use->paths[k]] = call;
}

static void note_made(Products *p, const World *w, const TraceCall *c, u32 call)
{
	const CallUse *use = world_use(w, call);
	u64 flags = open_flags(c);
	bool makes =
		call_spec(c->nr)->class == CLASS_PATH || (flags & O_CREAT && flags & (O_TRUNC | O_EXCL));
	for (u8 k = 0; makes && k < use->n_paths; k++) {
		u32 path = use->paths[k], parent = world_path_parent(w, path);
		if (use->path_use[k] & PATH_CHANGED && p->made[path] == UINT32_MAX)
			p->made[path] = call;
		if (use->path_use[k] & PATH_CHANGED && p->made[parent] == UINT32_MAX)
			p->made[parent] = call;
	}
}

/* A server of the run itself. One that listens on all addresses listens on each. */
static void note_server(Products *p, const World *w, u32 call)
{
	u32 own = world_use(w, call)->paths[0];
	const char *name = world_path(w, own), *port = strrchr(name, ':');
	bool any = !strncmp(name, "addr:0.0.0.0:", 13) || !strncmp(name, "addr:[::]:", 10);
	for (u32 i = any ? 1 : own; i < (any ? world_path_count(w) : own + 1); i++) {
		const char *other = world_path(w, i), *end = strrchr(other, ':');
		bool same = i == own || (!strncmp(other, "addr:", 5) && end && !strcmp(end, port));
		if (same && p->made[i] == UINT32_MAX)
			p->made[i] = call;
	}
}

static void note_whole(Products *p, bool *gone, const World *w, const TraceCall *c, u32 call)
{
	const CallUse *use = world_use(w, call);
	u32 first = use->paths[0], second = use->n_paths > 1 ? use->paths[1] : 0;
	u64 flags = open_flags(c);
	bool begins = false;
	switch (c->nr) {
	case SYS_open:
	case SYS_openat:
	case SYS_creat:
		begins = flags & O_TRUNC || (flags & O_CREAT && (flags & O_EXCL || gone[first]));
		if (flags & O_CREAT)
			gone[first] = false;
		break;
	case SYS_mkdir:
	case SYS_mkdirat: begins = true; break;
	case SYS_rename:
	case SYS_renameat:
	case SYS_renameat2:
	case SYS_link:
	case SYS_linkat:
		if (second && p->whole[first] != UINT32_MAX && p->whole[second] == UINT32_MAX)
			p->whole[second] = call;
		break;
	case SYS_unlink:
	case SYS_unlinkat: gone[first] = true; break;
	default: break;
	}
	if (begins && p->whole[first] == UINT32_MAX && keeps_bytes(world_path(w, first)))
		p->whole[first] = call;
}

void products_of(const Trace *t, const World *w, Products *out)
{
	size_t n = world_path_count(w) + 1;
	bool *gone = xcalloc(n, sizeof *gone); /* by path: true if the program removed it */
	u32 **const lists[] = {&out->made, &out->whole, &out->touched};
	for (size_t i = 0; i < countof(lists); i++) {
		*lists[i] = xmalloc(n * sizeof **lists[i]);
		memset(*lists[i], 0xff, n * sizeof **lists[i]);
	}
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		if (is_error(c->ret) || !world_use(w, i)->n_paths)
			continue;
		note_touched(out, w, i);
		note_made(out, w, c, i);
		if (c->nr == SYS_bind)
			note_server(out, w, i);
		note_whole(out, gone, w, c, i);
	}
	free(gone);
}

void products_free(Products *p)
{
	free(p->made);
	free(p->whole);
	free(p->touched);
}

/* ---- files that were not truncated ---- */

/* Collects what the run wrote to the file before the call, in order. */
static void written_before(const Trace *t, const World *w, u32 path, u32 call, Buf *out)
{
	for (u32 i = t->head; i < call; i++) {
		const TraceCall *c = &t->calls.at[i];
		if (c->nr != SYS_write || c->ret <= 0 || path_of_call(w, i) != path)
			continue;
		const TraceData *d = call_data(c, 1, 0, DATA_IN);
		if (d)
			buf_add(out, d->at, d->len < (u64)c->ret ? d->len : (u32)c->ret);
	}
}

/* The offset of a read in its file, if the file was read from the start. */
static u64 bytes_before(const Trace *t, const World *w, u32 call)
{
	u32 object = world_use(w, call)->objects[0];
	u64 sum = 0;
	for (u32 i = world_object(w, object)->maker; i < call; i++) {
		const CallUse *use = world_use(w, i);
		if (t->calls.at[i].nr == SYS_read && use->n_objects && use->objects[0] == object &&
			t->calls.at[i].ret > 0)
			sum += (u64)t->calls.at[i].ret;
	}
	return sum;
}

static bool reads_what_it_wrote(const Trace *t, const World *w, u32 path, u32 call)
{
	const TraceCall *c = &t->calls.at[call];
	const TraceData *d = call_data(c, 1, 0, DATA_OUT);
	Buf written = {0};
	if (c->nr != SYS_read || !world_use(w, call)->n_objects || !d || !d->len)
		return false;
	u64 at = bytes_before(t, w, call);
	written_before(t, w, path, call, &written);
	bool same = at + d->len == written.len && !memcmp(written.at + at, d->at, d->len);
	buf_free(&written);
	return same;
}

bool is_own_work(const Products *p, const Trace *t, const World *w, u32 call, bool time)
{
	u32 path = path_of_call(w, call);
	if (!path || p->touched[path] >= call)
		return false;
	return time || (p->whole[path] != UINT32_MAX && p->whole[path] < call) ||
		   reads_what_it_wrote(t, w, path, call);
}
