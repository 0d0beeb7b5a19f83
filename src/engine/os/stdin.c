/* stdin.c: standard input as a file, a pipe or a terminal.
 *
 * The bytes are those of the input in each case. A pipe has all of them, and nobody can write more: it
 * is read like a file, but has no position and no size. A terminal returns one line at most for each
 * read, and the end of the input as often as it is asked.
 *
 * Only calls with FD_SELF in the table of calls distinguish the kinds, those with FD_ALIKE need not. If
 * another call uses a descriptor of standard input that is no file, the run ends as unsupported.
 * os_fd_file notes what a call uses, so no call can be missed.
 *
 * The streams of our own C library read with OS_INSIDE. To the program it is the same whether a buffer
 * is filled with a line or with all lines, as long as it does not read the descriptor itself after that.
 * A run that does so from a terminal ends as unsupported, too. */
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include "engine/os/calls.h"

bool os_is_stdin(const Os *os, const OsNode *node)
{
	return node == os->streams[0] && os->config.in == OS_STREAM_CAPTURE;
}

OsInputKind os_stdin_kind(const Os *os, const OsNode *node)
{
	return os->world.varied[WORLD_STDIN] && os_is_stdin(os, node) ? os->world.input : OS_INPUT_FILE;
}

void os_stdin_decides(Os *os, const OsNode *node, bool inside)
{
	if (!os_is_stdin(os, node) || (inside && !os->world.varied[WORLD_STDIN]))
		return;
	os_ask_decides(os, WORLD_STDIN);
	vec_last(&os->asked).inside = inside;
}

void os_ask_descriptor(Os *os, u64 fd)
{
	const OpenFile *f = os_fd_peek(os, fd);
	os->asked.len = os->names.len = 0;
	if (f)
		os_ask_stream(os, f->node);
	if (f && os_is_stdin(os, f->node) && os_stdin_kind(os, f->node) == OS_INPUT_FILE)
		os_ask_inherited(os, "position of standard input");
}

/* ---- calls that know of no kinds ---- */

void os_kind_matters(Os *os, const OpenFile *f)
{
	if (!os_is_stdin(os, f->node)) {
		os_ask_streams(os, f->node);
		return;
	}
	os_ask_decides(os, WORLD_STDIN);
	if (os_stdin_kind(os, f->node) != OS_INPUT_FILE)
		os_refuse(os, "this system call on standard input that is no file");
}

/* ---- those that do ---- */

bool os_reads_line(const Os *os, u64 fd, u64 inside)
{
	const OpenFile *f = os_fd_peek(os, fd);
	return f && inside != OS_INSIDE && os_stdin_kind(os, f->node) == OS_INPUT_TERMINAL;
}

bool os_reads_by_kind(const Os *os, u64 fd, u64 inside)
{
	const OpenFile *f = os_fd_peek(os, fd);
	return f && inside != OS_INSIDE && os->world.varied[WORLD_STDIN] && os_is_stdin(os, f->node);
}

/* How much of n bytes a read from a terminal returns: no more than the line. */
static size_t line_length(Os *os, OpenFile *f, size_t n)
{
	size_t done = 0;
	while (done < n) {
		const u8 *bytes;
		const Tag *tags;
		i64 m = vnode_peek(os, f->node, (u64)f->pos + done, n - done, &bytes, &tags);
		const u8 *end = m > 0 ? memchr(bytes, '\n', (size_t)m) : NULL;
		if (end)
			return done + (size_t)(end - bytes) + 1;
		if (m <= 0)
			break;
		done += (size_t)m;
	}
	return done;
}

size_t os_stdin_room(Os *os, OpenFile *f, const u64 *a)
{
	size_t n = a[2];
	bool inside = a[3] == OS_INSIDE, terminal = os_stdin_kind(os, f->node) == OS_INPUT_TERMINAL;
	if (!os_is_stdin(os, f->node) || inside) {
		os->process.seen.typed |= terminal;
		return n;
	}
	os_stdin_decides(os, f->node, false);
	if (!terminal)
		return n;
	if (os->process.seen.typed)
		os_refuse(os, "read from a terminal after a stream has read from it");
	size_t line = line_length(os, f, n < OS_RW_MAX ? n : OS_RW_MAX);
	/* Whether the last byte ends the line is unimportant if there is no room for more. */
	vec_last(&os->asked).at = a[1];
	vec_last(&os->asked).size = (u32)(line < n ? line : line ? line - 1 : 0);
	return line;
}

void os_stdin_stat(const Os *os, const OsNode *node, struct stat *st)
{
	OsInputKind kind = os_stdin_kind(os, node);
	if (kind == OS_INPUT_FILE)
		return;
	bool terminal = kind == OS_INPUT_TERMINAL;
	st->st_mode = terminal ? S_IFCHR | 0620 : S_IFIFO | 0600;
	st->st_rdev = terminal ? makedev(136, 0) : 0; /* the first pseudo-terminal */
	st->st_nlink = 1;
	st->st_blksize = terminal ? 1024 : 4096;
	st->st_size = 0;
	st->st_blocks = 0;
}

bool os_stdin_terminal(Os *os, const OsNode *node, const u64 *a, i64 *result)
{
	os_stdin_decides(os, node, false);
	if (os_stdin_kind(os, node) != OS_INPUT_TERMINAL)
		return false;
	*result = 0;
	if ((u32)a[1] != TCGETS || a[3] != OS_INSIDE)
		os_refuse(os, "ioctl %#x on a terminal", (u32)a[1]);
	return true;
}
