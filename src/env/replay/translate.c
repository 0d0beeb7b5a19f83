/* translate.c: translates numbers in recorded answers.
 *
 * The kernel assigns descriptors, inode numbers, ports and ids differently in each run. So if a
 * recorded answer contains such a number, drift injects the number of the same object in this
 * run.
 */
#include "env/replay/replay.h"
#include "env/trace/decode.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>

/* ---- descriptors ---- */

/* The descriptor here of the object that the recording has under fd at that call. */
static i32 fd_here(const EnvRerun *r, const LiveTask *lt, i32 fd)
{
	const CallUse *there = world_use(r->script->world, lt->call);
	for (u8 i = 0; i < there->n_objects; i++) {
		if (there->fds[i] != fd)
			continue;
		u64 key = world_object(r->script->world, there->objects[i])->key;
		if (i < lt->use.n_objects && world_object(r->live, lt->use.objects[i])->key == key)
			return lt->use.fds[i];
		for (u8 k = 0; k < lt->use.n_objects; k++)
			if (world_object(r->live, lt->use.objects[k])->key == key)
				return lt->use.fds[k];
	}
	return fd;
}

static void translate_poll(const TracedTask *task, const CallMemory *to, u8 *bytes, size_t n)
{
	struct {
		i32 fd;
		i16 events, revents;
	} one;
	for (size_t at = 0; at + sizeof one <= n; at += sizeof one) {
		i16 revents;
		memcpy(&revents, bytes + at + offsetof(typeof(one), revents), sizeof revents);
		if (mem_read(task->tid, to->addr + at, &one, sizeof one) != sizeof one)
			return;
		one.revents = revents;
		memcpy(bytes + at, &one, sizeof one);
	}
}

static void translate_set(const EnvRerun *r, const LiveTask *lt, u8 *bytes, size_t n)
{
	u8 there[128];
	n = n < sizeof there ? n : sizeof there;
	memcpy(there, bytes, n);
	memset(bytes, 0, n);
	for (i32 fd = 0; fd < (i32)(8 * n); fd++) {
		if (!(there[fd / 8] >> fd % 8 & 1))
			continue;
		i32 here = fd_here(r, lt, fd);
		if (here < (i32)(8 * n))
			bytes[here / 8] |= (u8)(1 << here % 8);
	}
}

/* ---- epoll ---- */

void translate_learn(EnvRerun *r, const TracedTask *task, const LiveTask *lt)
{
	struct epoll_event e;
	if (task->nr != SYS_epoll_ctl || task->args[1] == EPOLL_CTL_DEL || lt->use.n_objects < 2 ||
		mem_read(task->tid, task->args[3], &e, sizeof e) != sizeof e)
		return;
	EpollWatch w = {world_object(r->live, lt->use.objects[0])->key,
					world_object(r->live, lt->use.objects[1])->key, e.data.u64};
	vec_push(&r->watched, w);
}

/* Returns the data that the program attached here to the descriptor to which it attached `data`
 * there. */
static u64 data_here(const EnvRerun *r, u32 call, u64 data)
{
	const Script *s = r->script;
	const CallUse *wait = world_use(s->world, call);
	u64 target = 0, epoll = wait->n_objects ? world_object(s->world, wait->objects[0])->key : 0;
	for (size_t i = s->watchers.len; i-- > 0 && !target;) {
		u32 at = s->watchers.at[i];
		const CallUse *use = world_use(s->world, at);
		const TraceData *d = call_data(&s->trace->calls.at[at], 3, 0, DATA_IN);
		struct epoll_event e;
		if (at > call || use->n_objects < 2 || !d || d->len < sizeof e ||
			use->objects[0] != wait->objects[0])
			continue;
		memcpy(&e, d->at, sizeof e);
		if (e.data.u64 == data)
			target = world_object(s->world, use->objects[1])->key;
	}
	u64 found = data;
	for (size_t i = r->watched.len; i-- > 0 && target;) {
		const EpollWatch *w = &r->watched.at[i];
		if (w->epoll != epoll || w->target != target)
			continue;
		if (w->data == data)
			return data; /* one of several that look alike: use the one with the same number */
		found = found == data ? w->data : found;
	}
	return found;
}

static void translate_events(const EnvRerun *r, const LiveTask *lt, u8 *bytes, size_t n)
{
	struct epoll_event e;
	for (size_t at = 0; at + sizeof e <= n; at += sizeof e) {
		memcpy(&e, bytes + at, sizeof e);
		e.data.u64 = data_here(r, lt->call, e.data.u64);
		memcpy(bytes + at, &e, sizeof e);
	}
}

/* ---- memory ---- */

/* Keeps the bytes that the kernel has just written there. */
static void keep_real(const TracedTask *task, const CallMemory *to, u8 *bytes, size_t n)
{
	mem_read(task->tid, to->addr, bytes, n);
}

/* The identity of a file (device and inode), from any structure that has it. */
static bool get_identity(StructKind kind, const u8 *bytes, size_t n, u64 id[2])
{
	struct stat st;
	struct statx sx;
	if (kind == ST_STAT && n >= sizeof st) {
		memcpy(&st, bytes, sizeof st);
		id[0] = st.st_dev;
		id[1] = st.st_ino;
		return true;
	}
	if (kind != ST_STATX || n < sizeof sx)
		return false;
	memcpy(&sx, bytes, sizeof sx);
	id[0] = makedev(sx.stx_dev_major, sx.stx_dev_minor);
	id[1] = sx.stx_ino;
	return true;
}

static void set_identity(StructKind kind, u8 *bytes, const u64 id[2])
{
	if (kind == ST_STAT) {
		memcpy(bytes + offsetof(struct stat, st_dev), &id[0], 8);
		memcpy(bytes + offsetof(struct stat, st_ino), &id[1], 8);
		return;
	}
	u32 dev[2] = {major(id[0]), minor(id[0])};
	memcpy(bytes + offsetof(struct statx, stx_ino), &id[1], 8);
	memcpy(bytes + offsetof(struct statx, stx_dev_major), dev, sizeof dev);
}

/* Programs compare identities to find out whether two names are one file. If two names were one
 * file there, they must be one here: they get the identity of the first file found in its place. */
static void translate_identity(EnvRerun *r, const TracedTask *task, StructKind kind,
							   const CallMemory *to, i64 real, u8 *bytes, size_t n)
{
	u8 now[sizeof(struct statx)];
	u64 there[2], here[2], known;
	if (!get_identity(kind, bytes, n, there))
		return;
	Key key = KEY(there[0], there[1]);
	if (!keymap_get(&r->identities, key, &known)) {
		size_t got = mem_read(task->tid, to->addr, now, n < sizeof now ? n : sizeof now);
		if (is_error(real) || !get_identity(kind, now, got, here))
			memcpy(here, there, sizeof here);
		known = r->files.len;
		vec_push(&r->files, ((FileId){{here[0], here[1]}}));
		keymap_put(&r->identities, key, known);
	}
	set_identity(kind, bytes, r->files.at[known].id);
}

/* A socket whose port the kernel chose has another port here. */
static void translate_port(const TracedTask *task, const CallMemory *to, u8 *bytes, size_t n)
{
	u8 real[28] = {0};
	size_t got = mem_read(task->tid, to->addr, real, n < sizeof real ? n : sizeof real);
	if (address_port(bytes, n) >= FIRST_GIVEN_PORT && address_port(real, got))
		memcpy(bytes + 2, real + 2, 2);
}

void translate_memory(EnvRerun *r, const TracedTask *task, const LiveTask *lt, const CallMemory *to,
					  i64 real, u8 *bytes, size_t n)
{
	u16 spec = call_spec(task->nr)->args[to->arg];
	StructKind kind = (StructKind)ARG_PARAM(spec);
	switch (ARG_KIND(spec)) {
	case ARG_POLL: translate_poll(task, to, bytes, n); break;
	case ARG_FDSET: translate_set(r, lt, bytes, n); break;
	case ARG_EVENTS: translate_events(r, lt, bytes, n); break;
	case ARG_OUTSTRUCT:
		if (kind == ST_STAT || kind == ST_STATX)
			translate_identity(r, task, kind, to, real, bytes, n);
		else if (!is_error(real) && (kind == ST_FDPAIR || task->nr == SYS_timer_create))
			keep_real(task, to, bytes, n);
		break;
	case ARG_ADDR_OUT:
		if (!is_error(real) && task->nr == SYS_getsockname)
			translate_port(task, to, bytes, n);
		break;
	default: break;
	}
}

/* ---- results ---- */

/* The number of bytes that the program wants to write; -1: the call does not write. */
static i64 asked(const TracedTask *task, const u64 args[6])
{
	const CallSpec *spec = call_spec(task->nr);
	int plain = call_find_arg(spec, ARG_IN), vector = call_find_arg(spec, ARG_IOV_IN);
	if (plain >= 0 && (task->nr == SYS_write || task->nr == SYS_pwrite64 || task->nr == SYS_sendto))
		return (i64)args[ARG_PARAM(spec->args[plain])];
	if (vector < 0)
		return -1;
	i64 sum = 0;
	for (u64 i = 0; i < args[ARG_PARAM(spec->args[vector])] && i < 1024; i++) {
		u64 v[2];
		if (mem_read(task->tid, args[vector] + 16 * i, v, 16) != 16)
			return -1;
		sum += (i64)v[1];
	}
	return sum;
}

/* If everything was written there, everything counts as written here, however long a number in it
 * is. */
static i64 written(const TracedTask *task, const TraceCall *rec)
{
	i64 here = asked(task, task->args);
	if (here < 0 || rec->ret <= 0)
		return rec->ret;
	if (call_find_arg(call_spec(rec->nr), ARG_IOV_IN) < 0) {
		i64 there = asked(task, rec->args);
		return rec->ret == there || rec->ret > here ? here : rec->ret;
	}
	/* The recording has only the beginning of vectors; a small difference does not mean that the
	 * write was short. */
	i64 apart = here - rec->ret;
	return apart <= 16 ? here : rec->ret;
}

/* Creates a private id of that kind, if the requested one is not available. */
static i64 private_id(TracedTask *task)
{
	u64 args[6] = {IPC_PRIVATE, task->args[1], IPC_CREAT | 0600};
	if (task->nr == SYS_msgget)
		args[1] = IPC_CREAT | 0600;
	return inject_call(task->tid, task->nr, args, &task->signal);
}

i64 translate_result(TracedTask *task, const TraceCall *rec, i64 real)
{
	if (is_error(rec->ret))
		return rec->ret;
	switch (task->nr) {
	case SYS_shmget:
	case SYS_semget:
	case SYS_msgget:
		if (is_error(real))
			real = private_id(task);
		return is_error(real) ? rec->ret : real;
	case SYS_dup:
	case SYS_dup2:
	case SYS_dup3:
	case SYS_inotify_add_watch: return is_error(real) ? rec->ret : real;
	case SYS_fcntl:
		if (task->args[1] == F_DUPFD || task->args[1] == F_DUPFD_CLOEXEC)
			return is_error(real) ? rec->ret : real;
		return rec->ret;
	default: return written(task, rec);
	}
}
