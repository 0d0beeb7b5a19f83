/* inject.c: injects recorded answers into a live task. */
#include "env/replay/replay.h"
#include "env/trace/decode.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

void inject_memory(EnvRerun *r, const TracedTask *task, const LiveTask *lt, i64 real)
{
	const TraceCall *rec = &r->script->trace->calls.at[lt->call];
	Buf bytes = {0};
	for (size_t i = 0; i < lt->regions.len; i++) {
		const CallMemory *g = &lt->regions.at[i];
		const TraceData *d = call_data(rec, g->arg, g->sub, DATA_OUT);
		if (!d)
			continue;
		buf_reset(&bytes);
		buf_add(&bytes, d->at, d->len < g->len ? d->len : g->len);
		translate_memory(r, task, lt, g, real, (u8 *)bytes.at, bytes.len);
		mem_write(task->tid, g->addr, bytes.at, bytes.len);
	}
	buf_free(&bytes);
}

/* ---- contents ---- */

static void put_at(Buf *b, u64 offset, const void *bytes, size_t n)
{
	enum { MAX_CONTENTS = 1 << 28 };
	if (offset > MAX_CONTENTS || n > MAX_CONTENTS)
		return;
	while (b->len < offset)
		buf_add(b, "\0\0\0\0\0\0\0\0", offset - b->len < 8 ? offset - b->len : 8);
	size_t over = b->len - offset < n ? b->len - offset : n;
	memcpy(b->at ? b->at + offset : "", bytes, b->at ? over : 0);
	buf_add(b, (const char *)bytes + over, n - over);
}

void recorded_contents(const Script *s, u32 object, Buf *out)
{
	const Trace *t = s->trace;
	u64 pos = 0;
	for (u32 i = world_object(s->world, object)->maker; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		const CallUse *use = world_use(s->world, i);
		if (!use->n_objects || use->objects[0] != object || is_error(c->ret))
			continue;
		const TraceData *d = call_data(c, 1, 0, DATA_OUT),
						*map = call_data(c, 4, SUB_MAPPING, DATA_OUT);
		if (c->nr == SYS_lseek)
			pos = (u64)c->ret;
		else if (c->nr == SYS_mmap && map)
			put_at(out, c->args[5], map->at, map->len);
		else if (c->nr == SYS_pread64 && d)
			put_at(out, c->args[3], d->at, d->len);
		else if (c->nr == SYS_read && d) {
			put_at(out, pos, d->at, d->len);
			pos += (u64)c->ret;
		} else if (c->nr == SYS_readv)
			for (u32 k = 0; k < c->n_data; k++)
				if (c->data[k].dir == DATA_OUT) {
					put_at(out, pos, c->data[k].at, c->data[k].len);
					pos += c->data[k].len;
				}
	}
}

/* ---- descriptors ---- */

static i64 call_in(TracedTask *task, i64 nr, u64 a, u64 b, u64 c)
{
	return inject_call(task->tid, nr, (u64[6]){a, b, c}, &task->signal);
}

/* Opens an unnamed file in place of an object that could not be opened here, with the contents that
 * were read from it there. */
static i64 stand_in(EnvRerun *r, TracedTask *task, u32 object, bool cloexec)
{
	static const char name[] = "drift";
	u64 at = scratch_address(task->tid);
	if (!at || !mem_write(task->tid, at, name, sizeof name))
		return -EFAULT;
	i64 fd = call_in(task, SYS_memfd_create, at, cloexec ? MFD_CLOEXEC : 0, 0);
	if (fd < 0 || !object)
		return fd;
	Buf contents = {0};
	recorded_contents(r->script, object, &contents);
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/fd/%lld", task->tid, (long long)fd);
	int own = open(path, O_WRONLY | O_CLOEXEC);
	for (size_t done = 0; own >= 0 && done < contents.len;) {
		ssize_t k = pwrite(own, contents.at + done, contents.len - done, (off_t)done);
		if (k <= 0)
			break;
		done += (size_t)k;
	}
	if (own >= 0)
		close(own);
	buf_free(&contents);
	return fd;
}

i64 inject_descriptor(EnvRerun *r, TracedTask *task, u32 call, i64 real)
{
	const TraceCall *rec = &r->script->trace->calls.at[call];
	bool pair = rec->nr == SYS_pipe || rec->nr == SYS_pipe2 || rec->nr == SYS_socketpair;
	if (!is_error(real) || pair)
		return real;
	i64 fd = stand_in(r, task, world_use(r->script->world, call)->made, call_cloexec(rec));
	return is_error(fd) ? rec->ret : fd;
}

void stand_in_begin(TracedTask *task, bool denied)
{
	int path = call_find_arg(call_spec(task->nr), ARG_PATH);
	int how = task->nr == SYS_openat ? 2 : task->nr == SYS_open ? 1 : -1;
	TraceCall c = {.nr = task->nr};
	if (how > 0 && !denied &&
		!(task->args[how] & (O_TRUNC | O_EXCL | (O_TMPFILE & ~O_DIRECTORY)))) {
		reg_set_arg(task->tid, how, task->args[how] & ~(u64)O_CREAT);
		return;
	}
	memcpy(c.args, task->args, sizeof c.args);
	/* The path serves as the name: only its length matters to the kernel. */
	Buf name = {0};
	bool named = path >= 0 && mem_read_string(task->tid, task->args[path], 200, &name);
	buf_free(&name);
	reg_set_call(task->tid, named ? SYS_memfd_create : SYS_eventfd2);
	reg_set_arg(task->tid, 0, named ? task->args[path] : 0);
	reg_set_arg(task->tid, 1, !call_cloexec(&c) ? 0 : named ? MFD_CLOEXEC : O_CLOEXEC);
}

void stand_in_end(const TracedTask *task)
{
	reg_set_arg(task->tid, 0, task->args[0]);
	reg_set_arg(task->tid, 1, task->args[1]);
	reg_set_arg(task->tid, 2, task->args[2]);
}

void bind_elsewhere(TracedTask *task)
{
	u8 address[28] = {0};
	u64 at = scratch_address(task->tid), len = task->args[2];
	if (!at || len < 2 || mem_read(task->tid, task->args[1], address, 2) != 2)
		return;
	u16 family;
	memcpy(&family, address, sizeof family);
	/* Any address and port; for local sockets, any abstract name. */
	len = family == AF_INET ? 16 : family == AF_INET6 ? 28 : family == AF_UNIX ? 2 : 0;
	if (len && mem_write(task->tid, at, address, len))
		call_in(task, SYS_bind, task->args[0], at, len);
}

/* ---- mappings ---- */

bool mapping_is_same(EnvRerun *r, const TracedTask *task, const TraceCall *rec)
{
	const TraceData *bytes = call_data(rec, 4, SUB_MAPPING, DATA_OUT);
	const TraceData *identity = call_data(rec, 4, SUB_IDENTITY, DATA_OUT);
	MappedFile m;
	mapping_file(task, &m);
	if (!m.len || !bytes || m.len != bytes->len)
		return false;
	if (identity && identity->len == sizeof m.key && !memcmp(identity->at, m.key, sizeof m.key))
		return true; /* the same machine, and the file has not changed since */
	Key key = KEY(m.key[0], m.key[1], m.offset, (uintptr_t)bytes);
	u64 known;
	if (keymap_get(&r->script->same_files, key, &known))
		return known == 1;
	u8 *here = xmalloc(m.offset + m.len);
	bool same = mapping_read(task, here, m.offset + m.len) == m.offset + m.len &&
				!memcmp(here + m.offset, bytes->at, bytes->len);
	free(here);
	keymap_put(&r->script->same_files, key, same ? 1 : 2);
	return same;
}
