/* pipe.c: pipes.
 *
 * If the kernel would put the only process to sleep forever, the run ends with a message, unless
 * an alarm is set that wakes it. With several processes or threads the call blocks.
 */
#include <poll.h>
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

Pipe *os_pipe_of(OsNode *node)
{
	if (!node->pipe) {
		node->pipe = xcalloc(1, sizeof *node->pipe);
		node->pipe->capacity = OS_PIPE_SIZE;
	}
	return node->pipe;
}

void os_pipe_opened(OpenFile *f, int by)
{
	Pipe *p = os_pipe_of(f->node);
	if (vfile_reads(f))
		p->readers += by;
	if (vfile_writes(f))
		p->writers += by;
	if (!p->readers && !p->writers) { /* a named pipe nobody has open keeps nothing */
		vbytes_clear(&p->data);
		p->start = 0;
	}
}

static i64 stuck(Os *os, const char *what)
{
	if (os->family)
		return os_block(os, -1) == WAIT_SIGNAL ? -EINTR : 0;
	return os_alarm_wait(os, -1) ? -EINTR
								 : os_refuse(os, "%s: the process would wait for ever", what);
}

i64 os_pipe_read(Os *os, OpenFile *f, u64 addr, size_t n)
{
	Pipe *p = os_pipe_of(f->node);
	size_t have = p->data.len - p->start;
	if (!n)
		return 0;
	if (!have) {
		if (!p->writers)
			return 0;
		return f->flags & O_NONBLOCK ? -EAGAIN : stuck(os, "read from an empty pipe");
	}
	if (n > have)
		n = have;
	const Tag *tags = p->data.tagged ? p->data.tags + p->start : NULL;
	if (!os_set_tagged(os, addr, p->data.at + p->start, tags, n))
		return 0;
	p->start += n;
	if (p->start == p->data.len) {
		vbytes_clear(&p->data);
		p->start = 0;
	}
	return (i64)n;
}

/* Moves what is left to the front, so that the buffer does not creep. */
static void compact(Pipe *p)
{
	size_t have = p->data.len - p->start;
	memmove(p->data.at, p->data.at + p->start, have);
	if (p->data.tagged)
		memmove(p->data.tags, p->data.tags + p->start, have * sizeof(Tag));
	vbytes_resize(&p->data, have);
	p->start = 0;
}

/* Moves as much as there is room for, and blocks. Up to PIPE_BUF bytes go in one piece. */
static i64 write_more(Os *os, Pipe *p, const u8 *bytes, const Tag *tags, size_t n, size_t room)
{
	u64 *moved = os_moved(os);
	if (n + *moved > 4096 && room) {
		if (p->start)
			compact(p);
		vbytes_put(&p->data, p->data.len, bytes, tags, room);
		*moved += room;
		os->family->events++;
	}
	OsWait end = os_block(os, -1);
	if (end == WAIT_BLOCKED)
		return 0;
	return *moved ? (i64)*moved : -EINTR;
}

i64 os_pipe_write(Os *os, OpenFile *f, const u8 *bytes, const Tag *tags, size_t n)
{
	Pipe *p = os_pipe_of(f->node);
	u64 moved = *os_moved(os);
	if (!n)
		return 0;
	if (!p->readers) {
		os_signal_add(os, SIGPIPE);
		return moved ? (i64)moved : -EPIPE;
	}
	bytes += moved;
	tags = tags ? tags + moved : NULL;
	n -= moved;
	size_t room = p->capacity - (p->data.len - p->start);
	if (n > room) {
		if (!(f->flags & O_NONBLOCK))
			return os->family ? write_more(os, p, bytes, tags, n, room)
							  : stuck(os, "write to a full pipe");
		if (n <= 4096 || !room) /* PIPE_BUF: all or nothing */
			return -EAGAIN;
		n = room;
	}
	if (p->start > p->capacity)
		compact(p);
	vbytes_put(&p->data, p->data.len, bytes, tags, n);
	return (i64)(moved + n);
}

int os_pipe_poll(const OpenFile *f)
{
	const Pipe *p = f->node->pipe;
	size_t have = p->data.len - p->start;
	int events = 0;
	if (vfile_reads(f))
		events |= (have ? POLLIN | POLLRDNORM : 0) | (p->writers ? 0 : POLLHUP);
	if (vfile_writes(f))
		events |= (have < p->capacity ? POLLOUT | POLLWRNORM : 0) | (p->readers ? 0 : POLLERR);
	return events;
}

i64 sys_pipe2(Os *os, const u64 *a)
{
	u32 flags = (u32)a[1];
	if (flags & ~(u32)(O_CLOEXEC | O_NONBLOCK | O_DIRECT))
		return -EINVAL;
	u32 keep = flags & (O_NONBLOCK | O_DIRECT);
	OsNode *node = vnode_new(os, NODE_PIPE, S_IFIFO | 0600);
	OpenFile *in = vfile_new(os, node, O_RDONLY | keep),
			 *out = vfile_new(os, node, O_WRONLY | keep);
	i32 fds[2];
	fds[0] = os_fd_install(os, in, 0, flags & O_CLOEXEC);
	if (fds[0] < 0) {
		vfile_release(os, out);
		return -EMFILE;
	}
	fds[1] = os_fd_install(os, out, 0, flags & O_CLOEXEC);
	if (fds[1] < 0) {
		os_fd_close(os, (size_t)fds[0]);
		return -EMFILE;
	}
	os_set(os, a[0], fds, sizeof fds);
	return 0;
}

i64 sys_pipe(Os *os, const u64 *a)
{
	return sys_pipe2(os, (const u64[]){a[0], 0});
}
