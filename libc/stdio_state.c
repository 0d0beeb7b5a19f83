/* stdio_state.c: buffering modes, flags, locks and the queries of stdio_ext.h. */
#include <stdio_ext.h>
#include <stdlib.h>
#include <unistd.h>
#include "stdio_impl.h"

/* ---- flags ---- */

void clearerr(FILE *fp)
{
	fp->_flags &= ~(STREAM_EOF | STREAM_ERR);
}
ALIAS(clearerr, clearerr_unlocked);

int feof(FILE *fp)
{
	return (fp->_flags & STREAM_EOF) != 0;
}
ALIAS(feof, feof_unlocked);

int ferror(FILE *fp)
{
	return (fp->_flags & STREAM_ERR) != 0;
}
ALIAS(ferror, ferror_unlocked);

int fileno(FILE *fp)
{
	if (fp->_fileno < 0) {
		errno = EBADF;
		return -1;
	}
	if (fp->_fileno > STDERR_FILENO)
		__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_DESCRIPTORS, 0, 0, 0, 0, 0);
	return fp->_fileno;
}
ALIAS(fileno, fileno_unlocked);

/* ---- locks: there is one thread ---- */

void flockfile(FILE *fp)
{
}

int ftrylockfile(FILE *fp)
{
	return 0;
}

void funlockfile(FILE *fp)
{
}

/* ---- buffering ---- */

/* Gives the stream a new buffer and starts it afresh. */
static int replace_buffer(FILE *fp, char *buf, size_t size)
{
	if (__stdio_sync(fp) == EOF)
		return EOF;
	__stdio_free_buffers(fp);
	if (buf && size > 0) {
		fp->_flags &= ~STREAM_UNBUFFERED;
		__stdio_set_buffer(fp, buf, buf + size, STREAM_USER_BUF);
	} else {
		fp->_flags |= STREAM_UNBUFFERED;
		__stdio_need_buffer(fp);
	}
	fp->_IO_read_base = fp->_IO_read_ptr = fp->_IO_read_end = fp->_IO_buf_base;
	fp->_IO_write_base = fp->_IO_write_ptr = fp->_IO_write_end = fp->_IO_buf_base;
	return 0;
}

int setvbuf(FILE *fp, char *buf, int mode, size_t size)
{
	switch (mode) {
	case _IOFBF:
		fp->_flags &= ~(STREAM_LINE_BUF | STREAM_UNBUFFERED);
		if (buf)
			return replace_buffer(fp, buf, size);
		if (!fp->_IO_buf_base) {
			/* Allocating may find a terminal; the caller knows better. */
			__stdio_need_buffer(fp);
			fp->_flags &= ~STREAM_LINE_BUF;
		}
		return 0;
	case _IOLBF:
		fp->_flags &= ~STREAM_UNBUFFERED;
		fp->_flags |= STREAM_LINE_BUF;
		return buf ? replace_buffer(fp, buf, size) : 0;
	case _IONBF:
		fp->_flags &= ~STREAM_LINE_BUF;
		fp->_flags |= STREAM_UNBUFFERED;
		return replace_buffer(fp, NULL, 0);
	}
	return EOF;
}

void setbuffer(FILE *fp, char *buf, size_t size)
{
	fp->_flags &= ~STREAM_LINE_BUF;
	replace_buffer(fp, buf, buf ? size : 0);
}

void setbuf(FILE *fp, char *buf)
{
	setbuffer(fp, buf, BUFSIZ);
}

void setlinebuf(FILE *fp)
{
	setvbuf(fp, NULL, _IOLBF, 0);
}

/* ---- stdio_ext.h ---- */

/* The kind of file decides how a stream is buffered. */
static void ask_kind(FILE *fp)
{
	__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_STREAMS, fp->_fileno, 0, 0, 0, 0);
}

size_t __fbufsize(FILE *fp)
{
	ask_kind(fp);
	return (size_t)(fp->_IO_buf_end - fp->_IO_buf_base);
}

int __freading(FILE *fp)
{
	return (fp->_flags & STREAM_NO_WRITES) ||
		   (!(fp->_flags & (STREAM_PUTTING | STREAM_NO_READS)) && fp->_IO_read_base);
}

int __fwriting(FILE *fp)
{
	return fp->_flags & (STREAM_NO_READS | STREAM_PUTTING);
}

int __freadable(FILE *fp)
{
	return !(fp->_flags & STREAM_NO_READS);
}

int __fwritable(FILE *fp)
{
	return !(fp->_flags & STREAM_NO_WRITES);
}

int __flbf(FILE *fp)
{
	ask_kind(fp);
	return fp->_flags & STREAM_LINE_BUF;
}

void __fpurge(FILE *fp)
{
	__stdio_drop_backup(fp);
	fp->_IO_read_end = fp->_IO_read_ptr;
	fp->_IO_write_ptr = fp->_IO_write_base;
}

size_t __fpending(FILE *fp)
{
	ask_kind(fp);
	return (size_t)(fp->_IO_write_ptr - fp->_IO_write_base);
}

int __fsetlocking(FILE *fp, int type)
{
	int old = fp->_flags & _IO_USER_LOCK ? FSETLOCKING_BYCALLER : FSETLOCKING_INTERNAL;
	if (type == FSETLOCKING_BYCALLER)
		fp->_flags |= _IO_USER_LOCK;
	else if (type == FSETLOCKING_INTERNAL)
		fp->_flags &= ~_IO_USER_LOCK;
	return old;
}
