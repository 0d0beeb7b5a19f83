/* stdio_buffer.c: the buffer's state machine: filling, flushing, pushing back.
 *
 * Reads and writes reach the kernel in the same chunks as glibc's, since another process that
 * shares the descriptor can see the difference. */
#include <stdlib.h>
#include <string.h>
#include "stdio_impl.h"

enum { BACKUP_SIZE = 128 };

static struct stream *stream_of(FILE *fp)
{
	return (struct stream *)fp;
}

static bool unbuffered_or_line(FILE *fp)
{
	return (fp->_flags & (STREAM_LINE_BUF | STREAM_UNBUFFERED)) != 0;
}

static void empty_get_area(FILE *fp)
{
	fp->_IO_read_base = fp->_IO_read_ptr = fp->_IO_read_end = fp->_IO_buf_base;
}

static void empty_put_area(FILE *fp)
{
	fp->_IO_write_base = fp->_IO_write_ptr = fp->_IO_write_end = fp->_IO_buf_base;
}

static size_t buffer_size(FILE *fp)
{
	return (size_t)(fp->_IO_buf_end - fp->_IO_buf_base);
}

/* ---- pushback ---- */

static void swap(char **a, char **b)
{
	char *t = *a;
	*a = *b;
	*b = t;
}

static void enter_backup(FILE *fp)
{
	fp->_flags |= STREAM_IN_BACKUP;
	swap(&fp->_IO_read_end, &fp->_IO_save_end);
	swap(&fp->_IO_read_base, &fp->_IO_save_base);
	fp->_IO_read_ptr = fp->_IO_read_end;
}

void __stdio_leave_backup(FILE *fp)
{
	fp->_flags &= ~STREAM_IN_BACKUP;
	swap(&fp->_IO_read_end, &fp->_IO_save_end);
	swap(&fp->_IO_read_base, &fp->_IO_save_base);
	fp->_IO_read_ptr = fp->_IO_read_base;
}

void __stdio_drop_backup(FILE *fp)
{
	if (fp->_flags & STREAM_IN_BACKUP)
		__stdio_leave_backup(fp);
	free(fp->_IO_save_base);
	fp->_IO_save_base = fp->_IO_save_end = fp->_IO_backup_base = NULL;
}

/* Twice the room, old contents at the end. */
static bool grow_backup(FILE *fp)
{
	size_t old = (size_t)(fp->_IO_read_end - fp->_IO_read_base);
	char *area = malloc(2 * old);
	if (!area)
		return false;
	memcpy(area + old, fp->_IO_read_base, old);
	free(fp->_IO_read_base);
	fp->_IO_read_base = area;
	fp->_IO_read_ptr = area + old;
	fp->_IO_read_end = area + 2 * old;
	fp->_IO_backup_base = fp->_IO_read_ptr;
	return true;
}

int __stdio_unget(int c, FILE *fp)
{
	if (c == EOF)
		return EOF;
	if ((fp->_flags & STREAM_PUTTING) && __stdio_start_reading(fp) == EOF)
		return EOF;
	if (fp->_IO_read_ptr > fp->_IO_read_base &&
		(unsigned char)fp->_IO_read_ptr[-1] == (unsigned char)c) {
		fp->_IO_read_ptr--;
		fp->_flags &= ~STREAM_EOF;
		return (unsigned char)c;
	}
	if (!(fp->_flags & STREAM_IN_BACKUP)) {
		if (!fp->_IO_save_base) {
			char *area = malloc(BACKUP_SIZE);
			if (!area)
				return EOF;
			fp->_IO_save_base = area;
			fp->_IO_save_end = fp->_IO_backup_base = area + BACKUP_SIZE;
		}
		/* Earlier input is dropped: the buffer continues at read_ptr. */
		fp->_IO_read_base = fp->_IO_read_ptr;
		enter_backup(fp);
	} else if (fp->_IO_read_ptr <= fp->_IO_read_base && !grow_backup(fp)) {
		return EOF;
	}
	*--fp->_IO_read_ptr = (char)c;
	fp->_IO_backup_base = fp->_IO_read_ptr;
	fp->_flags &= ~STREAM_EOF;
	return (unsigned char)c;
}

/* ---- writing ---- */

/* Hands n bytes to the kernel and leaves an empty put area. The number written. */
static size_t write_out(FILE *fp, const char *s, size_t n)
{
	struct stream *st = stream_of(fp);
	if (fp->_flags & STREAM_APPENDING) {
		fp->_offset = -1;
	} else if (fp->_IO_read_end != fp->_IO_write_base) {
		off64_t pos = st->ops->seek(st, fp->_IO_write_base - fp->_IO_read_end, SEEK_CUR);
		if (pos == -1)
			return 0;
		fp->_offset = pos;
	}
	ssize_t done = st->ops->write(st, s, n);
	if (done < 0)
		done = 0;
	if ((size_t)done < n)
		fp->_flags |= STREAM_ERR;
	if (fp->_offset >= 0)
		fp->_offset += done;
	empty_get_area(fp);
	fp->_IO_write_base = fp->_IO_write_ptr = fp->_IO_buf_base;
	fp->_IO_write_end =
		fp->_mode <= 0 && unbuffered_or_line(fp) ? fp->_IO_buf_base : fp->_IO_buf_end;
	return (size_t)done;
}

int __stdio_flush(FILE *fp)
{
	size_t n = (size_t)(fp->_IO_write_ptr - fp->_IO_write_base);
	if (n == 0)
		return 0;
	return write_out(fp, fp->_IO_write_base, n) == n ? 0 : EOF;
}

/* Switches the buffer to writing, at the current read position. */
static void start_writing(FILE *fp)
{
	if (!fp->_IO_write_base) {
		__stdio_need_buffer(fp);
		empty_get_area(fp);
	}
	if (fp->_flags & STREAM_IN_BACKUP) {
		ssize_t pushed = fp->_IO_read_end - fp->_IO_read_ptr;
		__stdio_drop_backup(fp);
		/* Written bytes take the place of those pushed back, where the buffer still has them. */
		ssize_t room = fp->_IO_read_base - fp->_IO_buf_base;
		fp->_IO_read_base -= pushed < room ? pushed : room;
		fp->_IO_read_ptr = fp->_IO_read_base;
	}
	if (fp->_IO_read_ptr == fp->_IO_buf_end)
		fp->_IO_read_end = fp->_IO_read_ptr = fp->_IO_buf_base;
	fp->_IO_write_ptr = fp->_IO_write_base = fp->_IO_read_ptr;
	fp->_IO_write_end = fp->_IO_buf_end;
	fp->_IO_read_base = fp->_IO_read_ptr = fp->_IO_read_end;
	fp->_flags |= STREAM_PUTTING;
	if (fp->_mode <= 0 && unbuffered_or_line(fp))
		fp->_IO_write_end = fp->_IO_write_ptr;
}

static bool may_write(FILE *fp)
{
	if (fp->_flags & STREAM_NO_WRITES) {
		fp->_flags |= STREAM_ERR;
		errno = EBADF;
		return false;
	}
	if (!(fp->_flags & STREAM_PUTTING) || !fp->_IO_write_base)
		start_writing(fp);
	return true;
}

/* Writes c if the buffer is full, or if c may have to be flushed at once. */
static int overflow(FILE *fp, int c)
{
	if (!may_write(fp))
		return EOF;
	if (fp->_IO_write_ptr == fp->_IO_buf_end && __stdio_flush(fp) == EOF)
		return EOF;
	*fp->_IO_write_ptr++ = (char)c;
	if ((fp->_flags & STREAM_UNBUFFERED) || ((fp->_flags & STREAM_LINE_BUF) && c == '\n'))
		if (__stdio_flush(fp) == EOF)
			return EOF;
	return (unsigned char)c;
}

int __overflow(FILE *fp, int c)
{
	__stdio_narrow(fp);
	if (c == EOF)
		return may_write(fp) ? __stdio_flush(fp) : EOF;
	return overflow(fp, c);
}

/* How many bytes fit now; in a line buffered stream, up to the last newline if all fit. */
static size_t fits(FILE *fp, const char *s, size_t n, bool *must_flush)
{
	if ((fp->_flags & STREAM_LINE_BUF) && (fp->_flags & STREAM_PUTTING)) {
		size_t room = (size_t)(fp->_IO_buf_end - fp->_IO_write_ptr);
		if (room < n)
			return room;
		for (const char *p = s + n; p > s; p--)
			if (p[-1] == '\n') {
				*must_flush = true;
				return (size_t)(p - s);
			}
		return room;
	}
	if (fp->_IO_write_end > fp->_IO_write_ptr)
		return (size_t)(fp->_IO_write_end - fp->_IO_write_ptr);
	return 0;
}

size_t __stdio_write(FILE *fp, const char *s, size_t n)
{
	if (n == 0)
		return 0;
	bool must_flush = false;
	size_t left = n;
	size_t count = fits(fp, s, n, &must_flush);
	if (count > 0) {
		if (count > left)
			count = left;
		memcpy(fp->_IO_write_ptr, s, count);
		fp->_IO_write_ptr += count;
		s += count;
		left -= count;
	}
	if (left == 0 && !must_flush)
		return n;
	if (!may_write(fp) || __stdio_flush(fp) == EOF)
		return left == 0 ? (size_t)-1 : n - left;
	/* Whole blocks go straight from the caller's memory, the rest through the buffer. */
	size_t block = buffer_size(fp);
	size_t direct = left - (block >= 128 ? left % block : 0);
	if (direct > 0) {
		count = write_out(fp, s, direct);
		s += count;
		left -= count;
		if (count < direct)
			return n - left;
	}
	while (left > 0 && fp->_IO_write_ptr < fp->_IO_write_end) {
		*fp->_IO_write_ptr++ = *s++;
		left--;
	}
	for (; left > 0; left--)
		if (overflow(fp, (unsigned char)*s++) == EOF)
			break;
	return n - left;
}

/* ---- reading ---- */

int __stdio_start_reading(FILE *fp)
{
	if (fp->_IO_write_ptr > fp->_IO_write_base && __stdio_flush(fp) == EOF)
		return EOF;
	if (fp->_flags & STREAM_IN_BACKUP) {
		fp->_IO_read_base = fp->_IO_backup_base;
	} else {
		fp->_IO_read_base = fp->_IO_buf_base;
		if (fp->_IO_write_ptr > fp->_IO_read_end)
			fp->_IO_read_end = fp->_IO_write_ptr;
	}
	fp->_IO_read_ptr = fp->_IO_write_ptr;
	fp->_IO_write_base = fp->_IO_write_ptr = fp->_IO_write_end = fp->_IO_read_ptr;
	fp->_flags &= ~STREAM_PUTTING;
	return 0;
}

/* A program that prints a question and waits for the answer needs the question to be visible
 * first. */
static void flush_terminal_output(FILE *fp)
{
	if (!unbuffered_or_line(fp))
		return;
	int want = STREAM_LINKED | STREAM_LINE_BUF;
	if ((stdout->_flags & (want | STREAM_NO_WRITES)) == want)
		__stdio_flush(stdout);
}

static bool note_read(FILE *fp, ssize_t count)
{
	if (count > 0) {
		if (fp->_offset >= 0)
			fp->_offset += count;
		return true;
	}
	fp->_flags |= count == 0 ? STREAM_EOF : STREAM_ERR;
	return false;
}

static int fill(FILE *fp)
{
	struct stream *s = stream_of(fp);
	if (fp->_flags & STREAM_EOF)
		return EOF;
	if (fp->_flags & STREAM_NO_READS) {
		fp->_flags |= STREAM_ERR;
		errno = EBADF;
		return EOF;
	}
	__stdio_need_buffer(fp);
	flush_terminal_output(fp);
	if ((fp->_flags & STREAM_PUTTING) && __stdio_start_reading(fp) == EOF)
		return EOF;
	empty_get_area(fp);
	empty_put_area(fp);
	ssize_t count = s->ops->read(s, fp->_IO_buf_base, buffer_size(fp));
	if (!note_read(fp, count)) {
		fp->_offset = -1;
		return EOF;
	}
	fp->_IO_read_end += count;
	return (unsigned char)*fp->_IO_read_ptr;
}

int __underflow(FILE *fp)
{
	if ((fp->_flags & STREAM_PUTTING) && __stdio_start_reading(fp) == EOF)
		return EOF;
	if (fp->_IO_read_ptr < fp->_IO_read_end)
		return (unsigned char)*fp->_IO_read_ptr;
	if (fp->_flags & STREAM_IN_BACKUP) {
		__stdio_leave_backup(fp);
		if (fp->_IO_read_ptr < fp->_IO_read_end)
			return (unsigned char)*fp->_IO_read_ptr;
	}
	if (fp->_IO_save_base)
		__stdio_drop_backup(fp);
	return fill(fp);
}

int __uflow(FILE *fp)
{
	if (!__stdio_narrow(fp) || __underflow(fp) == EOF)
		return EOF;
	return (unsigned char)*fp->_IO_read_ptr++;
}

size_t __stdio_read(FILE *fp, char *dst, size_t n)
{
	struct stream *s = stream_of(fp);
	size_t want = n;
	if (n > 0)
		__stdio_need_buffer(fp);
	if ((fp->_flags & STREAM_PUTTING) && __stdio_start_reading(fp) == EOF)
		return 0;
	while (want > 0) {
		size_t have = (size_t)(fp->_IO_read_end - fp->_IO_read_ptr);
		if (have > want)
			have = want;
		if (have > 0) {
			memcpy(dst, fp->_IO_read_ptr, have);
			fp->_IO_read_ptr += have;
			dst += have;
			want -= have;
			continue;
		}
		if (fp->_flags & STREAM_IN_BACKUP) {
			__stdio_leave_backup(fp);
			continue;
		}
		/* Less than a buffer, or not allowed at all: the usual way. */
		if (want < buffer_size(fp) || (fp->_flags & STREAM_NO_READS)) {
			if (__underflow(fp) == EOF)
				break;
			continue;
		}
		empty_get_area(fp);
		empty_put_area(fp);
		size_t block = buffer_size(fp);
		ssize_t count = s->ops->read(s, dst, block >= 128 ? want - want % block : want);
		if (!note_read(fp, count))
			break;
		dst += count;
		want -= (size_t)count;
	}
	return n - want;
}

/* ---- fflush of one stream ---- */

int __stdio_sync(FILE *fp)
{
	struct stream *s = stream_of(fp);
	if (fp->_IO_write_ptr > fp->_IO_write_base && __stdio_flush(fp) == EOF)
		return EOF;
	ssize_t unread = fp->_IO_read_end - fp->_IO_read_ptr;
	if (unread != 0 && !(fp->_flags & STREAM_PUTTING)) {
		if (s->ops->seek(s, -unread, SEEK_CUR) != -1)
			fp->_IO_read_end = fp->_IO_read_ptr;
		else if (errno != ESPIPE)
			return EOF;
	}
	fp->_offset = -1;
	return 0;
}
