/* inject.c: recorded answers into a live task. */
#include "env/replay.h"
#include "env/decode.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void inject_memory(const TracedTask *task, const TraceCall *rec, const Regions *to)
{
	for (size_t i = 0; i < to->len; i++) {
		const CallMemory *g = &to->at[i];
		const TraceData *d = call_data(rec, g->arg, g->sub, DATA_OUT);
		if (d)
			mem_write(task->tid, g->addr, d->at, d->len < g->len ? d->len : g->len);
	}
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

static void move_fd(TracedTask *task, i64 from, i64 to, bool cloexec)
{
	if (from == to || from < 0 || to < 0)
		return;
	call_in(task, SYS_dup3, (u64)from, (u64)to, cloexec ? O_CLOEXEC : 0);
	call_in(task, SYS_close, (u64)from, 0, 0);
}

/* An unnamed file in place of what could not be opened here, holding what was read from it there.
 */
static i64 stand_in(EnvRerun *r, TracedTask *task, u32 object)
{
	static const char name[] = "drift";
	u64 at = scratch_address(task->tid);
	if (!at || !mem_write(task->tid, at, name, sizeof name))
		return -EFAULT;
	i64 fd = call_in(task, SYS_memfd_create, at, 0, 0);
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

/* Two descriptors in memory: the real ones are there now, the recorded ones are to be. */
static void inject_pair(TracedTask *task, const TraceCall *rec, int arg, i64 ret)
{
	const TraceData *d = call_data(rec, arg, 0, DATA_OUT);
	i32 real[2], want[2];
	if (ret < 0 || !d || d->len < 8 || mem_read(task->tid, task->args[arg], real, 8) != 8)
		return;
	memcpy(want, d->at, 8);
	bool cloexec = call_cloexec(rec);
	/* The second first: the recorded numbers are never smaller than the real ones. */
	move_fd(task, real[1], want[1], cloexec);
	move_fd(task, real[0], want[0], cloexec);
}

void inject_descriptors(EnvRerun *r, TracedTask *task, u32 call, i64 ret)
{
	const TraceCall *rec = &r->script->trace->calls.at[call];
	if (rec->nr == SYS_pipe || rec->nr == SYS_pipe2) {
		inject_pair(task, rec, 0, ret);
	} else if (rec->nr == SYS_socketpair) {
		inject_pair(task, rec, 3, ret);
	} else if (rec->ret >= 0) {
		bool opens = call_spec(rec->nr)->class == CLASS_FDNEW;
		if (ret < 0 && opens)
			ret = stand_in(r, task, world_use(r->script->world, call)->made);
		move_fd(task, ret, rec->ret, call_cloexec(rec));
	}
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
		return true; /* on the same machine, the file untouched since */
	u64 known, key = hash_mix(m.key[0] ^ m.offset, m.key[1] ^ (u64)(uintptr_t)bytes) | 1;
	if (intmap_get(&r->script->same_files, key, &known))
		return known == 1;
	u8 *here = xmalloc(m.offset + m.len);
	bool same = mapping_read(task, here, m.offset + m.len) == m.offset + m.len &&
				!memcmp(here + m.offset, bytes->at, bytes->len);
	free(here);
	intmap_put(&r->script->same_files, key, same ? 1 : 2);
	return same;
}
