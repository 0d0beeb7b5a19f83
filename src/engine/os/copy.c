/* copy.c: copies bytes from file to file without passing through the subject's memory. */
#include "engine/os/calls.h"

/* Through a buffer of our own, since source and target may be the same file. */
static i64 copy(Os *os, OpenFile *in, i64 from, OpenFile *out, i64 to, size_t n)
{
	i64 done = 0;
	if (n > OS_RW_MAX)
		n = OS_RW_MAX;
	while ((size_t)done < n) {
		const u8 *bytes;
		const Tag *tags;
		size_t want = n - (size_t)done < OS_PIECE ? n - (size_t)done : OS_PIECE;
		i64 m = vnode_peek(os, in->node, (u64)(from + done), want, &bytes, &tags);
		if (m <= 0)
			return done ? done : m;
		vec_reserve(&os->scratch, (size_t)m);
		memcpy(os->scratch.at, bytes, (size_t)m);
		if (tags) {
			vec_reserve(&os->tags, (size_t)m);
			memcpy(os->tags.at, tags, (size_t)m * sizeof(Tag));
		}
		i64 put = vfile_write_bytes(os, out, os->scratch.at, tags ? os->tags.at : NULL, (size_t)m,
									to < 0 ? to : to + done);
		if (put < 0)
			return done ? done : put;
		done += put;
		if (put < m)
			break;
	}
	return done;
}

/* An offset at addr, or the file's own position when addr is 0. */
static bool load_offset(Os *os, u64 addr, const OpenFile *f, i64 *pos)
{
	*pos = f->pos;
	return !addr || os_get(os, addr, pos, sizeof *pos);
}

static void store_offset(Os *os, u64 addr, OpenFile *f, i64 pos)
{
	if (addr)
		os_set(os, addr, &pos, sizeof pos);
	else
		f->pos = pos;
}

i64 sys_sendfile(Os *os, const u64 *a)
{
	OpenFile *out = os_fd_file(os, a[0]), *in = os_fd_file(os, a[1]);
	i64 from;
	if (!in || !out || !vfile_reads(in) || !vfile_writes(out))
		return -EBADF;
	if (!a[3] && in->node->kind != NODE_PIPE)
		return 0;
	if (in->node->kind != NODE_FILE || (out->flags & O_APPEND))
		return in->node->kind == NODE_PIPE && a[2] ? -ESPIPE : -EINVAL;
	if (!load_offset(os, a[2], in, &from))
		return 0;
	if (from < 0)
		return -EINVAL;
	i64 n = copy(os, in, from, out, -1, a[3]);
	if (n > 0)
		store_offset(os, a[2], in, from + n);
	return n;
}

i64 sys_copy_file_range(Os *os, const u64 *a)
{
	OpenFile *in = os_fd_file(os, a[0]), *out = os_fd_file(os, a[2]);
	i64 from, to;
	if (!in || !out || ((in->flags | out->flags) & O_PATH))
		return -EBADF;
	if (!load_offset(os, a[1], in, &from) || !load_offset(os, a[3], out, &to))
		return 0;
	if (a[5] || from < 0 || to < 0)
		return -EINVAL;
	if (in->node->kind == NODE_DIR || out->node->kind == NODE_DIR)
		return -EISDIR;
	if (in->node->kind != NODE_FILE || out->node->kind != NODE_FILE)
		return -EINVAL;
	if (!vfile_reads(in) || !vfile_writes(out) || (out->flags & O_APPEND))
		return -EBADF;
	u64 n = a[4], size = vnode_size(in->node);
	if (n > INT64_MAX - (u64)from || n > INT64_MAX - (u64)to)
		return -EOVERFLOW;
	if ((u64)from >= size)
		n = 0;
	else if (n > size - (u64)from)
		n = size - (u64)from;
	if (in->node == out->node && from < to + (i64)n && to < from + (i64)n)
		return -EINVAL;
	i64 moved = copy(os, in, from, out, to, n);
	if (moved > 0) {
		store_offset(os, a[1], in, from + moved);
		store_offset(os, a[3], out, to + moved);
	}
	return moved;
}
