/* os.c: dependences through the kernel: positions in files, output, the exit status. */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/machine/track.h"

/* Calls that only hand bytes out. */
static bool is_output(u64 nr)
{
	return nr == SYS_write || nr == SYS_writev || nr == SYS_pwrite64;
}

/* Calls that leave no trace on disk. */
static bool is_input(u64 nr)
{
	switch (nr) {
	case SYS_read:
	case SYS_readv:
	case SYS_pread64:
	case SYS_lseek:
	case SYS_stat:
	case SYS_fstat:
	case SYS_newfstatat:
	case SYS_ioctl:
	case SYS_close:
	case SYS_getdents64:
	case SYS_mmap:
	case SYS_brk: return true;
	default: return false;
	}
}

/* Calls that only look: what comes later does not depend on them. */
static bool is_look(u64 nr)
{
	switch (nr) {
	case SYS_stat:
	case SYS_lstat:
	case SYS_fstat:
	case SYS_newfstatat:
	case SYS_statx:
	case SYS_access:
	case SYS_faccessat:
	case SYS_faccessat2:
	case SYS_readlink:
	case SYS_readlinkat:
	case SYS_getcwd: return true;
	default: return false;
	}
}

static bool is_exit(u64 nr)
{
	return nr == SYS_exit || nr == SYS_exit_group;
}

/* Output to a terminal or pipe: nothing in the kernel remembers it. */
static bool is_stream(const Machine *m)
{
	u64 fd = m->site.args[1].lo;
	return !os_streams_moved(m->os) && is_output(m->site.args[0].lo) &&
		   (fd == STDOUT_FILENO || fd == STDERR_FILENO);
}

static Dep arguments(Machine *m)
{
	DepGraph *g = &m->track->graph;
	Dep dep = 0;
	for (u32 i = 0; i < m->site.n && i < 7; i++)
		dep = dep_join(g, dep, tag_dep(m, m->site.args[i].tag));
	return dep & ~DEP_UNDEFINED;
}

void track_syscall_begin(Machine *m)
{
	Track *t = m->track;
	t->handed = t->injected = 0;
	if (is_exit(m->site.args[0].lo))
		return;
	/* All that output has to do with is where its descriptor leads. */
	if (is_stream(m)) {
		t->injected = dep_join(&t->graph, t->moves, track_logged(m, OBJECT_KERNEL, 1));
		return;
	}
	/* What it finds depends on what was done to the kernel before, and what might have been. */
	Dep before = dep_join(&t->graph, t->kernel, track_logged(m, OBJECT_KERNEL, 0));
	/* What might have gone to a stream is in the kernel now, if the stream leads elsewhere. */
	if (os_streams_moved(m->os))
		for (u32 i = STDOUT_FILENO; i <= STDERR_FILENO; i++)
			before = dep_join(&t->graph, before, track_logged(m, OBJECT_STREAM, i));
	t->injected = dep_join(&t->graph, before, arguments(m)) & ~DEP_UNDEFINED;
}

Dep track_injected(Machine *m)
{
	DepGraph *g = &m->track->graph;
	return dep_join(g, m->thread.ctx, dep_join(g, m->track->injected, m->track->handed)) &
		   ~DEP_UNDEFINED;
}

void track_gains(Machine *m, Tag tag)
{
	Track *t = m->track;
	if (t)
		t->injected = dep_join(&t->graph, t->injected, tag_dep(m, tag) & ~DEP_UNDEFINED);
}

/* Where output goes is up to the kernel once the streams have moved, and up to what a descriptor
 * depends on: such a call counts for all. */
static void join_streams(Machine *m, Dep handed)
{
	Track *t = m->track;
	DepGraph *g = &t->graph;
	Dep all =
		dep_join(g, handed, dep_join(g, t->injected, dep_join(g, m->thread.ctx, track_here(m))));
	for (u32 i = STDOUT_FILENO; i < countof(t->streams); i++)
		t->streams[i] = dep_join(g, t->streams[i], all);
}

/* An open that can create or empty no file, whatever is on disk. */
static bool opens_only(const Machine *m)
{
	u64 nr = m->site.args[0].lo;
	u32 at = nr == SYS_open ? 2 : nr == SYS_openat ? 3 : 0;
	return at && at < m->site.n && !m->site.args[at].tag &&
		   !(m->site.args[at].lo & (O_CREAT | O_TRUNC));
}

/* Files are output too; which ones exist is part of it. What becomes of them is up to the kernel,
 * also to what was not done to it: the working directory, the umask. */
static void join_files(Machine *m, Dep handed)
{
	Track *t = m->track;
	DepGraph *g = &t->graph;
	Dep dep = dep_join(g, handed, track_here(m));
	if (!opens_only(m))
		dep = dep_join(g, dep, t->injected);
	t->streams[3] = dep_join(g, t->streams[3], dep);
}

static void note_call(Machine *m, u32 stream)
{
	Track *t = m->track;
	u64 end = m->n_results && (i64)m->results[0].lo > 0 ? m->results[0].lo : 0;
	for (size_t i = t->made.calls.len; i > 0; i--)
		if (t->made.calls.at[i - 1].stream == stream) {
			end += t->made.calls.at[i - 1].end;
			break;
		}
	Dep dep = dep_join(&t->graph, t->injected, dep_join(&t->graph, arguments(m), track_here(m)));
	vec_push(&t->made.calls, ((OutputCall){stream, end, dep}));
}

void track_syscall_end(Machine *m)
{
	Track *t = m->track;
	DepGraph *g = &t->graph;
	u64 nr = m->site.args[0].lo, fd = m->site.args[1].lo;
	Dep handed = dep_join(g, t->handed & ~DEP_UNDEFINED, arguments(m));
	if (is_output(nr)) {
		u32 stream = is_stream(m) ? (u32)fd : 3;
		note_call(m, stream);
		t->streams[stream] = dep_join(g, t->streams[stream],
									  dep_join(g, handed, dep_join(g, t->injected, track_here(m))));
	}
	if (!is_stream(m) && !is_exit(nr))
		t->injected = dep_join(g, t->injected, handed);
	if (!is_stream(m) && !is_exit(nr) && !is_look(nr)) {
		t->kernel = dep_join(g, t->kernel, dep_join(g, handed, m->thread.ctx));
		if (static_moves(nr))
			t->moves = dep_join(g, t->moves, dep_join(g, handed, m->thread.ctx));
		if (!is_input(nr))
			join_files(m, handed);
	}
	bool chosen = is_output(nr) && tag_dep(m, m->site.args[1].tag) & ~DEP_UNDEFINED;
	if (chosen || (os_streams_moved(m->os) && !is_exit(nr) && !is_look(nr)))
		join_streams(m, handed);
	for (u32 i = 0; i < m->n_results; i++)
		m->results[i].tag = (u32)m->results[i].tag |
							dep_tag(dep_join(g, tag_dep(m, m->results[i].tag), t->injected));
	t->handed = t->injected = 0;
}
