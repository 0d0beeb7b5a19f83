/* record.c: the recorder. */
#include "env/record/record.h"
#include "env/trace/decode.h"
#include "env/record/head.h"

#include "base/digest.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- pieces of memory ---- */

/* Reserves space for a piece and a NUL after it. blob_at has its offset, since the bytes may
 * move. */
static u8 *add_piece(Pieces *p, u8 arg, u8 sub, int dir, size_t n)
{
	size_t at = p->bytes.len;
	TraceData d = {.arg = arg, .sub = sub, .dir = (u8)dir, .len = (u32)n, .full = n, .blob_at = at};
	vec_push(&p->list, d);
	if (p->bytes.cap < at + n + 2)
		p->bytes.at = vec_grow(p->bytes.at, &p->bytes.cap, at + n + 2, 1);
	p->bytes.len = at + n + 1;
	p->bytes.at[at + n] = 0;
	return (u8 *)p->bytes.at + at;
}

static void add_text(Pieces *p, u8 arg, u8 sub, int dir, const char *text)
{
	size_t n = strlen(text);
	memcpy(add_piece(p, arg, sub, dir, n), text, n);
}

void pieces_add_short(Pieces *p, u8 arg, u64 full, const char *hashes, size_t n)
{
	add_piece(p, arg, 0, DATA_OUT, 0);
	vec_last(&p->list).full = full;
	memcpy(add_piece(p, arg, SUB_BLOCKS, DATA_OUT, n), hashes, n);
}

static void capture_string(Pieces *p, const CallMemory *g, pid_t tid)
{
	size_t at = p->bytes.len;
	mem_read_string(tid, g->addr, g->len, &p->bytes);
	size_t n = p->bytes.len - at;
	buf_addc(&p->bytes, 0);
	TraceData d = {
		.arg = g->arg, .sub = g->sub, .dir = DATA_IN, .len = (u32)n, .full = n, .blob_at = at};
	vec_push(&p->list, d);
}

void pieces_capture(Pieces *p, Regions *scratch, const TracedTask *task, i64 ret, int dir)
{
	call_regions(task->tid, task->nr, task->args, ret, dir, scratch);
	for (size_t i = 0; i < scratch->len; i++) {
		const CallMemory *g = &scratch->at[i];
		if (g->string) {
			capture_string(p, g, task->tid);
			continue;
		}
		u8 *to = add_piece(p, g->arg, g->sub, dir, g->len);
		size_t n = mem_read(task->tid, g->addr, to, g->len);
		vec_last(&p->list).len = (u32)n;
		vec_last(&p->list).full = g->full;
		to[n] = 0;
	}
}

TraceCall pieces_call(Pieces *p, const TracedTask *task, i64 ret, u8 flags)
{
	TraceCall c = {.task = task->id, .nr = task->nr, .ret = ret};
	c.flags = flags | (task->compat ? CALL_COMPAT : 0);
	memcpy(c.args, task->args, sizeof c.args);
	for (size_t i = 0; i < p->list.len; i++) {
		TraceData *d = &p->list.at[i];
		if (!d->blob)
			d->at = (const u8 *)buf_str(&p->bytes) + d->blob_at;
	}
	c.data = p->list.at;
	c.n_data = (u32)p->list.len;
	return c;
}

void pieces_reset(Pieces *p)
{
	buf_reset(&p->bytes);
	p->list.len = 0;
}

void pieces_free(Pieces *p)
{
	buf_free(&p->bytes);
	vec_free(&p->list);
}

/* ---- mappings of files ---- */

static bool fd_link(const TracedTask *task, int fd, char path[64])
{
	snprintf(path, 64, "/proc/%d/fd/%d", task->tid, fd);
	return fd >= 0;
}

void file_identity(const struct stat *st, u64 key[2])
{
	u64 id[] = {st->st_dev,
				st->st_ino,
				(u64)st->st_size,
				(u64)st->st_mtim.tv_sec,
				(u64)st->st_mtim.tv_nsec,
				(u64)st->st_ctim.tv_sec,
				(u64)st->st_ctim.tv_nsec};
	Digest digest = digest_of(id, sizeof id);
	memcpy(key, digest.at, 2 * sizeof *key);
}

bool maps_shared(const u64 args[6])
{
	u64 type = args[3] & MAP_TYPE;
	return (type == MAP_SHARED || type == MAP_SHARED_VALIDATE) && args[2] & PROT_WRITE &&
		   !(args[3] & MAP_ANONYMOUS);
}

void mapping_file(const TracedTask *task, MappedFile *m)
{
	char path[64];
	struct stat st;
	*m = (MappedFile){.offset = task->args[5]};
	if (task->args[3] & MAP_ANONYMOUS || !fd_link(task, (int)task->args[4], path) ||
		stat(path, &st) != 0 || !S_ISREG(st.st_mode) || (u64)st.st_size <= m->offset)
		return;
	m->size = (u64)st.st_size;
	m->len = m->size - m->offset;
	if (m->len > task->args[1])
		m->len = task->args[1];
	file_identity(&st, m->key);
}

size_t mapping_read(const TracedTask *task, void *to, size_t n)
{
	char path[64];
	int fd = fd_link(task, (int)task->args[4], path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	size_t done = 0;
	while (fd >= 0 && done < n) {
		ssize_t k = pread(fd, (char *)to + done, n - done, (off_t)done);
		if (k <= 0)
			break;
		done += (size_t)k;
	}
	if (fd >= 0)
		close(fd);
	return done;
}

/* Returns false if it has none. */
static bool capture_build_id(Recorder *r, Pieces *p, const TracedTask *task, const MappedFile *m)
{
	u64 known = 0;
	Key key = KEY(m->key[0], m->key[1]);
	keymap_get(&r->images, key, &known);
	if (!known || (known == 1 && m->offset == 0)) {
		char link[64];
		Buf id = {0};
		fd_link(task, (int)task->args[4], link);
		image_build_id(link, &id);
		known = id.len ? 1 : 2;
		keymap_put(&r->images, key, known);
		if (id.len)
			add_text(p, 4, SUB_IMAGE, DATA_OUT, id.at);
		buf_free(&id);
	}
	return known == 1;
}

/* Writes the whole file to the trace, once; mappings of its segments refer to parts of it. Takes
 * ownership of fd. */
static void put_contents(Recorder *r, Pieces *p, int arg, const MappedFile *m, int fd)
{
	u32 blob = trace_find_shared(r->out, m->key);
	if (m->size > r->max_map) {
		r->skipped_maps++;
		blob = 0;
	} else if (!blob && fd >= 0) {
		blob = trace_put_shared(r->out, m->key, fd, m->size);
		fd = -1;
	}
	if (fd >= 0)
		close(fd);
	if (!blob)
		return;
	TraceData d = {.arg = (u8)arg,
				   .sub = SUB_MAPPING,
				   .dir = DATA_OUT,
				   .len = (u32)m->len,
				   .full = m->len,
				   .blob = blob,
				   .blob_at = m->offset};
	vec_push(&p->list, d);
}

static void capture_mapping(Recorder *r, Pieces *p, const TracedTask *task)
{
	MappedFile m;
	char path[64];
	mapping_file(task, &m);
	if (!m.len)
		return;
	r->shared_maps += maps_shared(task->args);
	memcpy(add_piece(p, 4, SUB_IDENTITY, DATA_OUT, sizeof m.key), m.key, sizeof m.key);
	if (r->light && capture_build_id(r, p, task, &m))
		return;
	bool known = m.size > r->max_map || trace_find_shared(r->out, m.key);
	int fd =
		!known && fd_link(task, (int)task->args[4], path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	put_contents(r, p, 4, &m, fd);
}

/* Stores the bytes that the kernel copied from a file. */
static void capture_copy(Recorder *r, Pieces *p, const TracedTask *task, i64 ret)
{
	int arg = copy_source(task->nr);
	char path[64];
	struct stat st;
	if (arg < 0 || ret <= 0 || !fd_link(task, (int)task->args[arg], path) || stat(path, &st) != 0 ||
		!S_ISREG(st.st_mode))
		return;
	i64 end = copy_position(task);
	MappedFile m = {.size = (u64)st.st_size, .len = (u64)ret, .offset = (u64)(end - ret)};
	if (end < ret || m.offset + m.len > m.size)
		return;
	file_identity(&st, m.key);
	put_contents(r, p, arg, &m, open(path, O_RDONLY | O_CLOEXEC));
}

/* Stores the executed file that the path named: a script or an image. */
static void capture_program(Recorder *r, Pieces *p, const TracedTask *task, bool has_id)
{
	int arg = call_find_arg(call_spec(task->nr), ARG_PATH);
	const char *path = NULL;
	struct stat st;
	for (size_t i = 0; i < p->list.len && !path; i++)
		if (p->list.at[i].arg == arg && p->list.at[i].dir == DATA_IN)
			path = p->bytes.at + p->list.at[i].blob_at;
	int fd = program_open(task, path);
	if (fd < 0 || fstat(fd, &st) != 0)
		return;
	MappedFile m = {.size = (u64)st.st_size, .len = (u64)st.st_size};
	file_identity(&st, m.key);
	memcpy(add_piece(p, (u8)arg, SUB_IDENTITY, DATA_OUT, sizeof m.key), m.key, sizeof m.key);
	char magic[2] = {0};
	bool script = pread(fd, magic, 2, 0) == 2 && magic[0] == '#' && magic[1] == '!';
	if (r->light && has_id && !script)
		close(fd);
	else
		put_contents(r, p, arg, &m, fd);
}

/* Stores the resolved path of an opened name, if it differs from the name. */
static void capture_realpath(Pieces *p, const TracedTask *task, i64 ret)
{
	int arg = call_find_arg(call_spec(task->nr), ARG_PATH);
	char link[64], target[4096];
	if (arg < 0 || ret < 0 || !fd_link(task, (int)ret, link))
		return;
	ssize_t n = readlink(link, target, sizeof target - 1);
	if (n <= 0)
		return;
	target[n] = 0;
	const TraceData *given = NULL;
	for (size_t i = 0; i < p->list.len; i++)
		if (p->list.at[i].arg == arg && p->list.at[i].dir == DATA_IN)
			given = &p->list.at[i];
	bool same = given && given->len == (size_t)n &&
				!memcmp(p->bytes.at + given->blob_at, target, (size_t)n);
	if (!same)
		add_text(p, (u8)arg, SUB_REALPATH, DATA_OUT, target);
}

/* ---- the recorder ---- */

void recorder_init(Recorder *r, TraceWriter *out, u64 max_map)
{
	u64 most = TRACE_MAX_RECORD - 64; /* the record also contains the number of the blob */
	*r = (Recorder){.out = out, .max_map = max_map < most ? max_map : most};
	r->regions = xcalloc(1, sizeof *r->regions);
	r->max_contents = UINT64_MAX >> 1;
}

void recorder_free(Recorder *r)
{
	for (size_t i = 0; i < r->pending.len; i++) {
		pieces_free(r->pending.at[i]);
		free(r->pending.at[i]);
	}
	vec_free(&r->pending);
	keymap_free(&r->images);
	intmap_free(&r->read_bytes);
	free(r->block);
	free(r->regions);
}

/* Stores the program's own image; the interpreter reads a script like any other file. */
static void put_program(Recorder *r, const TraceCall *c)
{
	Pieces p = {0};
	struct stat st, found;
	char link[64];
	const TraceData *name = call_data(c, 0, 0, DATA_IN);
	snprintf(link, sizeof link, "/proc/%d/exe", r->root);
	int fd = open(link, O_RDONLY | O_CLOEXEC);
	int named = program_find(name ? (const char *)name->at : NULL);
	bool image = fd >= 0 && named >= 0 && fstat(fd, &st) == 0 && fstat(named, &found) == 0 &&
				 st.st_dev == found.st_dev && st.st_ino == found.st_ino;
	vec_append(&p.list, c->data, c->n_data);
	MappedFile m = {0};
	if (image) {
		m.size = m.len = (u64)st.st_size;
		file_identity(&st, m.key);
		TraceData key = {.arg = 1, .sub = SUB_IDENTITY, .dir = DATA_OUT};
		key.len = sizeof m.key;
		key.full = sizeof m.key;
		key.at = (const u8 *)m.key;
		vec_push(&p.list, key);
	}
	if (image && !r->light)
		put_contents(r, &p, 1, &m, fd);
	else if (fd >= 0)
		close(fd);
	if (named >= 0)
		close(named);
	TraceCall whole = *c;
	whole.data = p.list.at;
	whole.n_data = (u32)p.list.len;
	trace_put_call(r->out, &whole);
	pieces_free(&p);
}

static void put_head(void *user, const TraceCall *c)
{
	Recorder *r = user;
	if (c->nr == PSEUDO_PROGRAM)
		put_program(r, c);
	else
		trace_put_call(r->out, c);
}

void recorder_head(Recorder *r, const TracedTask *root, char *const argv[], char *const envp[])
{
	r->root = root->tid;
	head_capture(root, argv, envp, r->own, put_head, r);
}

static void put_running(void *user, const TraceCall *c)
{
	TraceCall copy = *c;
	copy.flags |= c->nr == PSEUDO_PROGRAM ? CALL_ATTACHED : 0;
	put_head(user, &copy);
}

void recorder_head_running(Recorder *r, const TracedTask *root)
{
	r->root = root->tid;
	head_capture_running(root, put_running, r);
}

void recorder_born(Recorder *r, const TracedTask *task)
{
	TraceTask t = {.parent = task->parent,
				   .ordinal = task->ordinal,
				   .pid = (u32)task->tid,
				   .thread = task->thread};
	trace_put_task(r->out, task->id, &t);
	Pieces *p = xcalloc(1, sizeof *p);
	vec_push(&r->pending, p);
}

static void put_call(Recorder *r, const TracedTask *task, i64 ret, u8 flags)
{
	Pieces *p = r->pending.at[task->id];
	TraceCall c = pieces_call(p, task, ret, flags);
	trace_put_call(r->out, &c);
	pieces_reset(p);
	p->put++;
}

void recorder_put_answered(Recorder *r, const TracedTask *task, i64 ret, int arg, const void *bytes,
						   size_t n)
{
	Pieces *p = r->pending.at[task->id];
	pieces_reset(p);
	if (n)
		memcpy(add_piece(p, (u8)arg, 0, DATA_OUT, n), bytes, n);
	put_call(r, task, ret, 0);
}

void recorder_enter(Recorder *r, const TracedTask *task)
{
	Pieces *p = r->pending.at[task->id];
	pieces_reset(p);
	if (task->compat)
		return;
	if (task->nr == SYS_exit || task->nr == SYS_exit_group) {
		put_call(r, task, 0, CALL_UNFINISHED);
		return;
	}
	r->uses_io_uring |= task->nr == SYS_io_uring_setup;
	pieces_capture(p, r->regions, task, 0, DATA_IN);
}

void recorder_unfinished(Recorder *r, const TracedTask *task)
{
	put_call(r, task, 0, CALL_UNFINISHED);
}

void recorder_leave(Recorder *r, const TracedTask *task, i64 ret)
{
	/* The kernel's internal codes for "interrupted, will be restarted": not yet a result. */
	enum { RESTART_FIRST = -516, RESTART_LAST = -512 };
	Pieces *p = r->pending.at[task->id];
	if (ret >= RESTART_FIRST && ret <= RESTART_LAST)
		return;
	if (!task->compat) {
		if (call_spec(task->nr)->class == CLASS_FDNEW)
			large_forget(r, task, ret);
		if (large_is_beyond(r, task, ret))
			large_capture(r, p, task, ret);
		else
			pieces_capture(p, r->regions, task, ret, DATA_OUT);
		if (task->nr == SYS_mmap && !is_error(ret))
			capture_mapping(r, p, task);
		else if (task->nr == SYS_openat || task->nr == SYS_open)
			capture_realpath(p, task, ret);
		else
			capture_copy(r, p, task, ret);
	}
	put_call(r, task, ret, 0);
}

void recorder_executed(Recorder *r, const TracedTask *task)
{
	char link[64];
	Buf id = {0};
	if (task->nr != SYS_execve && task->nr != SYS_execveat)
		return; /* the first program: it is in the head */
	snprintf(link, sizeof link, "/proc/%d/exe", task->tid);
	image_build_id(link, &id);
	add_text(r->pending.at[task->id], 0, SUB_IMAGE, DATA_OUT, buf_str(&id));
	capture_program(r, r->pending.at[task->id], task, id.len > 0);
	buf_free(&id);
}

void recorder_signal(Recorder *r, Tracer *t, const TracedTask *task, const siginfo_t *info)
{
	/* Only signals sent by a process have a sender. */
	bool sent = info->si_code <= 0 && info->si_code != SI_TIMER;
	TraceSignal s = {.task = task->id,
					 .position = r->pending.at[task->id]->put,
					 .signo = info->si_signo,
					 .code = info->si_code,
					 .sender = sent ? (u32)info->si_pid : 0,
					 .outer = sent && !tracer_find(t, info->si_pid)};
	trace_put_signal(r->out, &s);
}

void recorder_ended(Recorder *r, const TracedTask *task, int status)
{
	if (task->in_call && task->nr != SYS_exit && task->nr != SYS_exit_group)
		recorder_unfinished(r, task);
	trace_put_task_end(r->out, task->id, status);
}
