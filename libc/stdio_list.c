/* stdio_list.c: the three standard streams, the list of open ones, and their buffers. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "stdio_impl.h"

#define STANDARD(name, fd, bits, next)                                                 \
	struct stream name = {                                                             \
		.f = {._flags = (int)(STREAM_MAGIC | STREAM_FILEBUF | STREAM_LINKED | (bits)), \
			  ._fileno = (fd),                                                         \
			  ._chain = (next),                                                        \
			  ._old_offset = -1,                                                       \
			  ._offset = -1},                                                          \
		.ops = &__stdio_file_ops,                                                      \
	}

STANDARD(_IO_2_1_stdin_, 0, STREAM_NO_WRITES, NULL);
STANDARD(_IO_2_1_stdout_, 1, STREAM_NO_READS, &_IO_2_1_stdin_.f);
STANDARD(_IO_2_1_stderr_, 2, STREAM_NO_READS | STREAM_UNBUFFERED, &_IO_2_1_stdout_.f);

#undef stdin
#undef stdout
#undef stderr
FILE *stdin = &_IO_2_1_stdin_.f;
FILE *stdout = &_IO_2_1_stdout_.f;
FILE *stderr = &_IO_2_1_stderr_.f;

FILE *_IO_list_all = &_IO_2_1_stderr_.f;
struct stream *__stdio_opened;

static bool is_standard(FILE *fp)
{
	return fp == &_IO_2_1_stdin_.f || fp == &_IO_2_1_stdout_.f || fp == &_IO_2_1_stderr_.f;
}

void __stdio_init(struct stream *s, int flags, const struct stream_ops *ops)
{
	memset(s, 0, sizeof *s);
	s->f._flags = (int)(STREAM_MAGIC | STREAM_FILEBUF | (unsigned)flags);
	s->f._fileno = -1;
	s->f._old_offset = -1;
	s->f._offset = -1;
	s->ops = ops;
}

struct stream *__stdio_new(int flags, const struct stream_ops *ops)
{
	struct stream *s = malloc(sizeof *s);
	if (!s)
		return NULL;
	__stdio_init(s, flags, ops);
	s->on_heap = true;
	return s;
}

void __stdio_link(FILE *fp)
{
	if (fp->_flags & STREAM_LINKED)
		return;
	fp->_flags |= STREAM_LINKED;
	fp->_chain = _IO_list_all;
	_IO_list_all = fp;
	if (is_standard(fp))
		return;
	struct stream *s = (struct stream *)fp;
	s->older = __stdio_opened;
	__stdio_opened = s;
}

void __stdio_unlink(FILE *fp)
{
	if (!(fp->_flags & STREAM_LINKED))
		return;
	for (FILE **at = &_IO_list_all; *at; at = &(*at)->_chain)
		if (*at == fp) {
			*at = fp->_chain;
			break;
		}
	for (struct stream **at = &__stdio_opened; *at; at = &(*at)->older)
		if (&(*at)->f == fp) {
			*at = (*at)->older;
			break;
		}
	fp->_flags &= ~STREAM_LINKED;
}

void __stdio_set_buffer(FILE *fp, char *base, char *end, int flags)
{
	if (fp->_IO_buf_base && !(fp->_flags & STREAM_USER_BUF))
		free(fp->_IO_buf_base);
	fp->_IO_buf_base = base;
	fp->_IO_buf_end = end;
	fp->_flags = (fp->_flags & ~STREAM_USER_BUF) | (flags & STREAM_USER_BUF);
}

void __stdio_free_buffers(FILE *fp)
{
	__stdio_drop_backup(fp);
	__stdio_set_buffer(fp, NULL, NULL, 0);
	fp->_IO_read_base = fp->_IO_read_ptr = fp->_IO_read_end = NULL;
	fp->_IO_write_base = fp->_IO_write_ptr = fp->_IO_write_end = NULL;
}

static bool is_terminal(int fd)
{
	char termios[64];
	const long tcgets = 0x5401;
	return __drift_syscall(SYS_ioctl, fd, tcgets, (long)termios, 0, 0, 0) >= 0;
}

/* The one-byte buffer of an unbuffered stream. It is not inside the stream, because to a points-to
 * analysis a pointer into a buffer may point to the whole object. */
static void single_byte(FILE *fp)
{
	static char standard[4];
	int k = fp == &_IO_2_1_stdin_.f    ? 0
			: fp == &_IO_2_1_stdout_.f ? 1
			: fp == &_IO_2_1_stderr_.f ? 2
									   : 3;
	char *byte = k < 3 ? NULL : malloc(1);
	if (byte)
		__stdio_set_buffer(fp, byte, byte + 1, 0);
	else
		__stdio_set_buffer(fp, standard + k, standard + k + 1, STREAM_USER_BUF);
}

void __stdio_need_buffer(FILE *fp)
{
	if (fp->_IO_buf_base)
		return;
	if (fp->_flags & STREAM_UNBUFFERED) {
		single_byte(fp);
		return;
	}
	size_t size = BUFSIZ;
	struct stat st;
	if (fp->_fileno >= 0 && __drift_syscall(SYS_fstat, fp->_fileno, (long)&st, 1, 0, 0, 0) >= 0) {
		if (S_ISCHR(st.st_mode) && is_terminal(fp->_fileno))
			fp->_flags |= STREAM_LINE_BUF;
		if (st.st_blksize > 0 && st.st_blksize < BUFSIZ)
			size = (size_t)st.st_blksize;
	}
	/* Set: otherwise what a short read leaves unset would be a question of each length. */
	char *buf = calloc(1, size);
	if (buf)
		__stdio_set_buffer(fp, buf, buf + size, 0);
	else
		single_byte(fp);
}
