/* stdio_open.c: opens and closes streams on files and descriptors. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include "stdio_impl.h"

/* ---- the kernel under a stream ---- */

static ssize_t file_read(struct stream *s, char *buf, size_t n)
{
	return __drift_read(s->f._fileno, buf, n, DRIFT_INSIDE);
}

static ssize_t file_write(struct stream *s, const char *buf, size_t n)
{
	size_t left = n;
	while (left > 0) {
		long r = SYS3(SYS_write, s->f._fileno, buf, left);
		if (r < 0)
			break;
		left -= (size_t)r;
		buf += r;
	}
	return (ssize_t)(n - left);
}

static off64_t file_seek(struct stream *s, off64_t off, int whence)
{
	return SYS4(SYS_lseek, s->f._fileno, off, whence, DRIFT_INSIDE);
}

static int file_close(struct stream *s)
{
	return (int)SYS1(SYS_close, s->f._fileno);
}

const struct stream_ops __stdio_file_ops = {file_read, file_write, file_seek, file_close};

/* ---- modes ---- */

bool __stdio_parse_mode(const char *mode, struct stream_mode *m)
{
	int access, extra = 0;
	switch (*mode++) {
	case 'r':
		access = O_RDONLY;
		m->stream_flags = STREAM_NO_WRITES;
		break;
	case 'w':
		access = O_WRONLY;
		extra = O_CREAT | O_TRUNC;
		m->stream_flags = STREAM_NO_READS;
		break;
	case 'a':
		access = O_WRONLY;
		extra = O_CREAT | O_APPEND;
		m->stream_flags = STREAM_NO_READS | STREAM_APPENDING;
		break;
	default: errno = EINVAL; return false;
	}
	/* Like glibc, look at six more letters; 'b', 'c', 'm' and unknown ones change nothing. */
	for (int i = 0; i < 6 && *mode && *mode != ','; i++, mode++) {
		if (*mode == '+') {
			access = O_RDWR;
			m->stream_flags &= STREAM_APPENDING;
		} else if (*mode == 'x') {
			extra |= O_EXCL;
		} else if (*mode == 'e') {
			extra |= O_CLOEXEC;
		}
	}
	m->open_flags = access | extra;
	return true;
}

/* ",ccs=NAME": only the locale's own conversion is supported. */
static bool charset_known(const char *mode)
{
	const char *ccs = strstr(mode, ",ccs=");
	if (!ccs)
		return true;
	ccs += 5;
	size_t n = strcspn(ccs, ",");
	static const char *const known[] = {"UTF-8", "UTF8", "ANSI_X3.4-1968", "ASCII", "US-ASCII"};
	for (size_t i = 0; i < LENGTH(known); i++)
		if (strlen(known[i]) == n && strncasecmp(known[i], ccs, n) == 0)
			return true;
	errno = EINVAL;
	return false;
}

/* ---- opening ---- */

static bool open_into(struct stream *s, const char *name, const char *mode)
{
	struct stream_mode m;
	if (!__stdio_parse_mode(mode, &m))
		return false;
	long fd = sys_result(
		__drift_syscall(SYS_openat, AT_FDCWD, (long)name, m.open_flags, 0666, DRIFT_INSIDE, 0));
	if (fd < 0)
		return false;
	s->f._fileno = (int)fd;
	int mask = STREAM_NO_READS | STREAM_NO_WRITES | STREAM_APPENDING;
	s->f._flags = (s->f._flags & ~mask) | m.stream_flags;
	int append_only = STREAM_APPENDING | STREAM_NO_READS;
	if (((m.stream_flags & append_only) == append_only && file_seek(s, 0, SEEK_END) == -1 &&
		 errno != ESPIPE) ||
		!charset_known(mode)) {
		int saved = errno;
		file_close(s);
		errno = saved;
		s->f._fileno = -1;
		return false;
	}
	if (strstr(mode, ",ccs="))
		s->f._mode = 1;
	__stdio_link(&s->f);
	return true;
}

FILE *fopen(const char *name, const char *mode)
{
	struct stream *s = __stdio_new(STREAM_TIED, &__stdio_file_ops);
	if (!s)
		return NULL;
	if (!open_into(s, name, mode)) {
		free(s);
		return NULL;
	}
	return &s->f;
}
ALIAS(fopen, fopen64);

FILE *fdopen(int fd, const char *mode)
{
	struct stream_mode m;
	if (!__stdio_parse_mode(mode, &m))
		return NULL;
	long have = SYS2(SYS_fcntl, fd, F_GETFL);
	if (have == -1)
		return NULL;
	int access = (int)have & O_ACCMODE;
	if ((access == O_RDONLY && !(m.stream_flags & STREAM_NO_WRITES)) ||
		(access == O_WRONLY && !(m.stream_flags & STREAM_NO_READS))) {
		errno = EINVAL;
		return NULL;
	}
	if ((m.stream_flags & STREAM_APPENDING) && !(have & O_APPEND) &&
		SYS3(SYS_fcntl, fd, F_SETFL, have | O_APPEND) == -1)
		return NULL;
	struct stream *s = __stdio_new(m.stream_flags | STREAM_TIED, &__stdio_file_ops);
	if (!s)
		return NULL;
	s->f._fileno = fd;
	__stdio_link(&s->f);
	int append_only = STREAM_APPENDING | STREAM_NO_READS;
	if ((m.stream_flags & append_only) == append_only)
		file_seek(s, 0, SEEK_END);
	return &s->f;
}

/* ---- closing ---- */

/* Everything but freeing the stream itself. */
static int close_it(FILE *fp)
{
	struct stream *s = (struct stream *)fp;
	int status = 0;
	if (s->ops == &__stdio_file_ops && fp->_fileno < 0)
		return EOF;
	if (fp->_flags & STREAM_PUTTING)
		status = __stdio_flush(fp);
	__stdio_drop_backup(fp);
	int closed = s->ops->close(s);
	__stdio_free_buffers(fp);
	__stdio_unlink(fp);
	fp->_flags = (int)(STREAM_MAGIC | STREAM_NO_READS | STREAM_NO_WRITES);
	fp->_fileno = -1;
	fp->_offset = -1;
	return closed < 0 ? EOF : status;
}

int fclose(FILE *fp)
{
	struct stream *s = (struct stream *)fp;
	int status = close_it(fp);
	if (s->on_heap)
		free(s);
	return status;
}

FILE *freopen(const char *name, const char *mode, FILE *fp)
{
	struct stream *s = (struct stream *)fp;
	int fd = fp->_fileno;
	char path[32];
	if (!name && fd < 0) {
		errno = EBADF;
		fclose(fp);
		return NULL;
	}
	if (!name) {
		/* Another mode for the same file: its name in /proc, as glibc does it. */
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		name = path;
	}
	bool heap = s->on_heap;
	bool unbuffered_stderr = s == (struct stream *)stderr && (fp->_flags & STREAM_UNBUFFERED);
	/* The old descriptor stays open until the new one is open, because name may refer to it. */
	long keep = fd >= 0 ? SYS3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 3) : -1;
	close_it(fp);
	if (name == path)
		snprintf(path, sizeof path, "/proc/self/fd/%ld", keep);
	__stdio_init(s, STREAM_TIED, &__stdio_file_ops);
	s->on_heap = heap;
	bool opened = open_into(s, name, mode);
	int saved = errno;
	if (keep >= 0)
		SYS1(SYS_close, keep);
	errno = saved;
	if (!opened) {
		fclose(fp);
		return NULL;
	}
	if (fd >= 0 && fp->_fileno != fd) {
		/* Programs rely on standard streams keeping their numbers. */
		if (SYS3(SYS_dup3, fp->_fileno, fd, strchr(mode, 'e') ? O_CLOEXEC : 0) == -1) {
			fclose(fp);
			return NULL;
		}
		SYS1(SYS_close, fp->_fileno);
		fp->_fileno = fd;
	}
	if (unbuffered_stderr)
		fp->_flags |= STREAM_UNBUFFERED;
	return fp;
}
ALIAS(freopen, freopen64);

/* ---- all of them ---- */

/* Each returns 0 or EOF. */

static int send(FILE *fp)
{
	bool any = (fp->_flags & STREAM_LINKED) && fp->_IO_write_ptr > fp->_IO_write_base;
	return any ? __stdio_flush(fp) : 0;
}

static int send_lines(FILE *fp)
{
	return fp->_flags & STREAM_LINE_BUF ? send(fp) : 0;
}

/* Streams stay usable, unbuffered, for code that still runs. The position of a seekable descriptor
 * moves back over unread input, for processes that share it. */
static int end_buffering(FILE *fp)
{
	if (!(fp->_flags & STREAM_LINKED) || (fp->_flags & STREAM_UNBUFFERED) || fp->_mode == 0)
		return 0;
	int status = __stdio_sync(fp);
	__stdio_free_buffers(fp);
	fp->_flags &= ~(STREAM_LINE_BUF | STREAM_PUTTING);
	fp->_flags |= STREAM_UNBUFFERED;
	return status;
}

static int flush_all(void)
{
	int status = 0;
	for (struct stream *s = __stdio_opened; s; s = s->older)
		status |= send(&s->f);
	return status | send(&_IO_2_1_stderr_.f) | send(&_IO_2_1_stdout_.f) | send(&_IO_2_1_stdin_.f);
}

int fflush(FILE *fp)
{
	return fp ? __stdio_sync(fp) : flush_all();
}
ALIAS(fflush, fflush_unlocked);

void _flushlbf(void)
{
	for (struct stream *s = __stdio_opened; s; s = s->older)
		send_lines(&s->f);
	send_lines(&_IO_2_1_stderr_.f);
	send_lines(&_IO_2_1_stdout_.f);
	send_lines(&_IO_2_1_stdin_.f);
}

static int cleanup(void)
{
	int status = flush_all();
	for (struct stream *s = __stdio_opened; s; s = s->older)
		status |= end_buffering(&s->f);
	return status | end_buffering(&_IO_2_1_stderr_.f) | end_buffering(&_IO_2_1_stdout_.f) |
		   end_buffering(&_IO_2_1_stdin_.f);
}

void __drift_stdio_exit(void)
{
	cleanup();
}

int fcloseall(void)
{
	return cleanup();
}
