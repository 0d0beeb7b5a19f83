/* io.c: read, write and similar calls: transfer bytes between the subject and an open file. */
#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>
#include "engine/os/calls.h"

/* ---- reading ---- */

static i64 read_device(Os *os, DeviceKind kind, u64 addr, size_t n)
{
	static const u8 zeros[512];
	if (kind == DEVICE_NULL || kind == DEVICE_TTY)
		return 0;
	for (size_t done = 0; done < n;) {
		u8 piece[sizeof zeros];
		Tag tags[sizeof zeros] = {0};
		size_t m = n - done < sizeof zeros ? n - done : sizeof zeros;
		memcpy(piece, zeros, m);
		if (kind == DEVICE_RANDOM)
			os_random_bytes(os, piece, tags, m);
		if (!os_set_tagged(os, addr + done, piece, tags, m))
			return 0;
		done += m;
	}
	return (i64)n;
}

static i64 read_stream(Os *os, const OsNode *node, u64 addr, size_t n, i64 pos)
{
	ssize_t got;
	if (n > OS_PIECE)
		n = OS_PIECE;
	vec_reserve(&os->scratch, n);
	if (unlikely(os->outside.open) && !os_outside_wait(os, node->number))
		return os_signal_restarts(os) ? -OS_RESTART : -EINTR;
	do
		got = pos < 0 ? read(node->number, os->scratch.at, n)
					  : pread(node->number, os->scratch.at, n, pos);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	return os_set(os, addr, os->scratch.at, (size_t)got) ? got : 0;
}

static i64 read_data(Os *os, OsNode *node, u64 addr, size_t n, u64 pos)
{
	size_t done = 0;
	while (done < n) {
		const u8 *bytes;
		const Tag *tags;
		i64 m = vnode_peek(os, node, pos + done, n - done, &bytes, &tags);
		if (m < 0)
			return done ? (i64)done : m;
		if (m == 0)
			break;
		if (!os_set_tagged(os, addr + done, bytes, tags, (size_t)m))
			return 0;
		done += (size_t)m;
	}
	return (i64)done;
}

/* pos < 0: at the file's own position, which moves; the same for vfile_write. */
static i64 vfile_read(Os *os, OpenFile *f, u64 addr, size_t n, i64 pos)
{
	if (!vfile_reads(f))
		return -EBADF;
	if (n > OS_RW_MAX)
		n = OS_RW_MAX;
	switch (f->node->kind) {
	case NODE_FILE: break;
	case NODE_DIR: return -EISDIR;
	case NODE_PIPE: return os_pipe_read(os, f, addr, n);
	case NODE_DEVICE: return read_device(os, (DeviceKind)f->node->number, addr, n);
	case NODE_STREAM: return f->node->passed ? read_stream(os, f->node, addr, n, pos) : 0;
	default: return -EINVAL;
	}
	i64 got = read_data(os, f->node, addr, n, (u64)(pos < 0 ? f->pos : pos));
	if (pos < 0 && got > 0)
		f->pos += got;
	return got;
}

/* ---- writing ---- */

static void os_output_keep(Os *os, int stream, const u8 *bytes, const Tag *tags, size_t n)
{
	if (!n)
		return;
	vec_push(&os->locations, ((OutputSpan){os->out.len, tags == NULL}));
	vec_push(&os->pieces, ((OsOutput){.stream = stream, .len = n}));
	vbytes_put(&os->out, os->out.len, bytes, tags, n);
}

/* How much of n bytes the limit of file sizes leaves, where the stream is a file; -EFBIG: nothing,
 * and the signal is sent. */
static i64 stream_room(Os *os, const OsNode *node, size_t n, i64 pos)
{
	u64 limit = os->process.limits[RLIMIT_FSIZE].rlim_cur;
	struct stat st;
	if (!n || limit == RLIM_INFINITY || fstat(node->number, &st) || !S_ISREG(st.st_mode))
		return (i64)n;
	if (pos < 0)
		pos =
			fcntl(node->number, F_GETFL) & O_APPEND ? st.st_size : lseek(node->number, 0, SEEK_CUR);
	if ((u64)pos >= limit) {
		os_signal_add(os, SIGXFSZ);
		return -EFBIG;
	}
	return n < limit - (u64)pos ? (i64)n : (i64)(limit - (u64)pos);
}

static i64 write_stream(Os *os, const OsNode *node, const u8 *bytes, const Tag *tags, size_t n,
						i64 pos)
{
	ssize_t put;
	if (!node->passed) {
		os_output_keep(os, node->number, bytes, tags, n);
		return (i64)n;
	}
	i64 room = stream_room(os, node, n, pos);
	if (room < 0)
		return room;
	n = (size_t)room;
	do
		put = pos < 0 ? write(node->number, bytes, n) : pwrite(node->number, bytes, n, pos);
	while (put < 0 && errno == EINTR);
	if (put < 0 && errno == EPIPE)
		os_signal_add(os, SIGPIPE);
	return put < 0 ? -errno : put;
}

/* How many of n bytes may stand at pos: the file size limit and the overlay's. */
static i64 writable(Os *os, const OsNode *node, u64 pos, size_t n)
{
	u64 limit = os->process.limits[RLIMIT_FSIZE].rlim_cur;
	if (pos >= limit) {
		os_signal_add(os, SIGXFSZ);
		return -EFBIG;
	}
	if (n > limit - pos)
		n = limit - pos;
	u64 size = vnode_size(node), room = os->config.limit_files;
	room = room > os->file_bytes ? room - os->file_bytes : 0;
	if (pos + n <= size)
		return (i64)n;
	if (pos > size && pos - size >= room)
		return -ENOSPC;
	u64 end = size + room;
	if (pos + n <= end)
		return (i64)n;
	return pos < end ? (i64)(end - pos) : -ENOSPC;
}

static i64 write_data(Os *os, OpenFile *f, const u8 *bytes, const Tag *tags, size_t n, i64 pos)
{
	OsNode *node = f->node;
	int error;
	u64 at = (u64)(pos < 0 ? f->pos : pos);
	if (f->flags & O_APPEND)
		at = vnode_size(node);
	i64 m = n ? writable(os, node, at, n) : 0;
	if (m <= 0)
		return m;
	if (!vnode_own_data(os, node, true, &error))
		return error;
	size_t before = node->now.data.len;
	vbytes_put(&node->now.data, at, bytes, tags, (size_t)m);
	os->file_bytes += node->now.data.len - before;
	vnode_stamp(os, node);
	vnode_drop_set_id(os, node);
	node->now.changed = true;
	if (pos < 0)
		f->pos = (i64)at + m;
	return m;
}

i64 vfile_write_bytes(Os *os, OpenFile *f, const u8 *bytes, const Tag *tags, size_t n, i64 pos)
{
	switch (f->node->kind) {
	case NODE_FILE: return write_data(os, f, bytes, tags, n, pos);
	case NODE_PIPE: return os_pipe_write(os, f, bytes, tags, n);
	case NODE_DEVICE: return f->node->number == DEVICE_FULL && n ? -ENOSPC : (i64)n;
	case NODE_STREAM: return write_stream(os, f->node, bytes, tags, n, pos);
	default: return -EINVAL;
	}
}

static i64 vfile_write(Os *os, OpenFile *f, u64 addr, size_t n, i64 pos)
{
	if (!vfile_writes(f))
		return -EBADF;
	if (n > OS_RW_MAX)
		n = OS_RW_MAX;
	size_t done = 0;
	do {
		bool whole = f->node->kind == NODE_PIPE; /* see os_moved */
		size_t m = n - done < OS_PIECE || whole ? n - done : OS_PIECE;
		os->scratch.len = 0;
		if (!os_gather(os, addr + done, m))
			return 0;
		i64 put = vfile_write_bytes(os, f, os->scratch.at, os_scratch_tags(os), m,
									pos < 0 ? pos : pos + (i64)done);
		if (put < 0)
			return done ? (i64)done : put;
		done += (size_t)put;
		if ((size_t)put < m)
			break;
	} while (done < n);
	return (i64)done;
}

/* ---- calls ---- */

/* Of a stream passed through the host decides. */
static bool seekable(const OpenFile *f)
{
	return f->node->kind != NODE_PIPE && (f->node->kind != NODE_STREAM || f->node->passed);
}

i64 sys_read(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if (os->call.stream)
		os_kind_matters(os, f);
	if (!f || !vfile_reads(f))
		return -EBADF;
	size_t n = os_stdin_room(os, f, a);
	return os->status == OS_DONE ? vfile_read(os, f, a[1], n, -1) : 0;
}

i64 sys_write(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if (f && !a[2]) /* bytes are asked about as they are written */
		os_ask_open(os, f);
	return f ? vfile_write(os, f, a[1], a[2], -1) : -EBADF;
}

i64 sys_pread64(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if ((i64)a[3] < 0)
		return -EINVAL;
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if (os->call.stream)
		os_kind_matters(os, f);
	os_stdin_decides(os, f->node, false);
	if (os_stdin_kind(os, f->node) != OS_INPUT_FILE)
		return -ESPIPE;
	return seekable(f) ? vfile_read(os, f, a[1], a[2], (i64)a[3]) : -ESPIPE;
}

i64 sys_pwrite64(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if ((i64)a[3] < 0)
		return -EINVAL;
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	return seekable(f) ? vfile_write(os, f, a[1], a[2], (i64)a[3]) : -ESPIPE;
}

/* Reads the list of pieces; their total is bounded as for one call. -errno, or how many; 0 also
 * when there are only empty ones: then the kernel does not even look at the file. */
static i64 iov_load(Os *os, u64 addr, u64 n, struct iovec *iov)
{
	if (n > OS_IOV_MAX)
		return -EINVAL;
	if (n && !os_get(os, addr, iov, n * sizeof *iov))
		return -EFAULT;
	u64 total = 0;
	for (u64 i = 0; i < n; i++) {
		if (iov[i].iov_len > INT64_MAX)
			return -EINVAL;
		if (iov[i].iov_len > OS_RW_MAX - total)
			iov[i].iov_len = OS_RW_MAX - total;
		total += iov[i].iov_len;
	}
	return total ? (i64)n : 0;
}

static i64 read_pieces(Os *os, u64 fd, u64 list, u64 count, i64 pos)
{
	struct iovec iov[OS_IOV_MAX];
	OpenFile *f = os_fd_file(os, fd);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if (pos >= 0 && !seekable(f))
		return -ESPIPE;
	if (!vfile_reads(f))
		return -EBADF;
	i64 n = iov_load(os, list, count, iov), done = 0;
	if (n <= 0)
		return n;
	if (f->node->kind == NODE_DIR)
		return -EISDIR;
	for (i64 i = 0; i < n; i++) {
		if (!iov[i].iov_len)
			continue;
		i64 got = vfile_read(os, f, (u64)(uintptr_t)iov[i].iov_base, iov[i].iov_len,
							 pos < 0 ? pos : pos + done);
		if (got < 0)
			return done ? done : got;
		done += got;
		if ((u64)got < iov[i].iov_len || (f->node->kind == NODE_PIPE && !os_pipe_poll(f)))
			break;
	}
	return done;
}

/* All pieces in one go, so that a stream sees one write. */
static i64 write_pieces(Os *os, u64 fd, u64 list, u64 count, i64 pos)
{
	struct iovec iov[OS_IOV_MAX];
	OpenFile *f = os_fd_file(os, fd);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if (pos >= 0 && !seekable(f))
		return -ESPIPE;
	if (!vfile_writes(f))
		return -EBADF;
	i64 n = iov_load(os, list, count, iov);
	if (!n)
		os_ask_open(os, f);
	if (n <= 0)
		return n;
	os->scratch.len = 0;
	for (i64 i = 0; i < n; i++)
		if (!os_gather(os, (u64)(uintptr_t)iov[i].iov_base, iov[i].iov_len))
			return 0;
	if (!os->scratch.len)
		os_ask_open(os, f);
	return vfile_write_bytes(os, f, os->scratch.at, os_scratch_tags(os), os->scratch.len, pos);
}

i64 sys_readv(Os *os, const u64 *a)
{
	return read_pieces(os, a[0], a[1], a[2], -1);
}

i64 sys_writev(Os *os, const u64 *a)
{
	return write_pieces(os, a[0], a[1], a[2], -1);
}

i64 sys_preadv(Os *os, const u64 *a)
{
	return (i64)a[3] < 0 ? -EINVAL : read_pieces(os, a[0], a[1], a[2], (i64)a[3]);
}

i64 sys_pwritev(Os *os, const u64 *a)
{
	return (i64)a[3] < 0 ? -EINVAL : write_pieces(os, a[0], a[1], a[2], (i64)a[3]);
}

i64 sys_preadv2(Os *os, const u64 *a)
{
	if (a[5])
		return -EOPNOTSUPP;
	return (i64)a[3] < -1 ? -EINVAL : read_pieces(os, a[0], a[1], a[2], (i64)a[3]);
}

i64 sys_pwritev2(Os *os, const u64 *a)
{
	if (a[5])
		return -EOPNOTSUPP;
	return (i64)a[3] < -1 ? -EINVAL : write_pieces(os, a[0], a[1], a[2], (i64)a[3]);
}
