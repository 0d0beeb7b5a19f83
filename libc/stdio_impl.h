/* stdio_impl.h: the internals of streams; not visible to subjects.
 *
 * A stream is glibc's struct _IO_FILE followed by the fields that glibc keeps after its function
 * table. The pointers of the public part are live, because subjects read them through inlined
 * getc_unlocked and putc_unlocked and through gnulib. One buffer serves both directions:
 *
 *   reading   buf_base = read_base <= read_ptr <= read_end <= buf_end,  write_* = buf_base
 *   writing   read_* = write_base <= write_ptr <= buf_end,  _IO_CURRENTLY_PUTTING set;
 *             write_end = buf_end if fully buffered, else write_base, so that the
 *             inlined putc always calls __overflow
 *   pushback  _IO_IN_BACKUP set: read_* point into a small separate area, and
 *             save_* have the pointers of the main buffer
 *
 * _offset is the descriptor's position if known, otherwise -1. When the whole buffer has been read,
 * it is the position of read_end.
 */
#ifndef DRIFT_LIBC_STDIO_IMPL_H
#define DRIFT_LIBC_STDIO_IMPL_H

/* The inline bodies of glibc's headers are defined here as functions. */
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1
#endif

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>
#include "core.h"

#undef fread_unlocked
#undef fwrite_unlocked

/* glibc's bits of _flags; the low ones are its ABI. */
#define STREAM_MAGIC 0xFBAD0000
#define STREAM_USER_BUF 0x0001   /* the buffer is not ours to free */
#define STREAM_UNBUFFERED 0x0002 /* every write is flushed at once */
#define STREAM_NO_READS 0x0004   /* opened write-only */
#define STREAM_NO_WRITES 0x0008  /* opened read-only */
#define STREAM_EOF 0x0010        /* the end of file was reached */
#define STREAM_ERR 0x0020        /* an error occurred */
#define STREAM_LINKED 0x0080     /* in the list of open streams */
#define STREAM_IN_BACKUP 0x0100  /* read pointers are in the pushback area */
#define STREAM_LINE_BUF 0x0200   /* a newline flushes the buffer */
#define STREAM_TIED 0x0400       /* input and output share a position; nobody reads it */
#define STREAM_PUTTING 0x0800    /* the buffer contains output */
#define STREAM_FILEBUF 0x2000    /* one of this library's streams */
#define STREAM_APPENDING 0x1000  /* every write goes to the end */

/* Maximum number of bytes of one character. MB_LEN_MAX of a freestanding limits.h is 1. */
enum { MULTIBYTE_MAX = 16 };

struct stream;

/* The operations below a stream's buffer. Each returns -1 with errno set on failure. */
struct stream_ops {
	ssize_t (*read)(struct stream *s, char *buf, size_t n);
	/* Writes all n bytes unless there is an error; returns the number of bytes written. */
	ssize_t (*write)(struct stream *s, const char *buf, size_t n);
	off64_t (*seek)(struct stream *s, off64_t off, int whence);
	int (*close)(struct stream *s);
};

struct stream {
	FILE f;                       /* must be first: a FILE * is a struct stream * */
	const struct stream_ops *ops; /* never NULL */
	void *cookie;                 /* for ops */
	mbstate_t read_state;         /* of wide input */
	mbstate_t write_state;        /* of wide output */
	bool on_heap;                 /* fclose frees it */
	struct stream *older;         /* the next one in __stdio_opened */
};

extern struct stream _IO_2_1_stdin_, _IO_2_1_stdout_, _IO_2_1_stderr_;

/* All open streams, newest first, linked by _chain. */
extern struct _IO_FILE *_IO_list_all;

/* The streams that the program opened, without the standard streams. Code that visits all streams
 * calls its operation for each of the three standard streams by name. So an analysis of the effects
 * of the call need not confuse them. */
extern struct stream *__stdio_opened;

/* ---- stdio_list.c: opening and closing streams ---- */

/* Returns a closed, unlinked stream; flags are STREAM_NO_READS and friends. NULL if out of
 * memory. */
struct stream *__stdio_new(int flags, const struct stream_ops *ops);
void __stdio_init(struct stream *s, int flags, const struct stream_ops *ops);
void __stdio_link(FILE *fp);
void __stdio_unlink(FILE *fp);
/* Frees the pushback area and, if the stream owns it, the buffer. */
void __stdio_free_buffers(FILE *fp);
/* Gives fp a buffer; with line buffering if fp is a terminal. */
void __stdio_need_buffer(FILE *fp);
/* Replaces the buffer; with STREAM_USER_BUF in flags, the caller keeps owning it. */
void __stdio_set_buffer(FILE *fp, char *base, char *end, int flags);

/* Byte streams are oriented on first use. Returns false if fp is already a wide stream. */
static inline bool __stdio_narrow(FILE *fp)
{
	if (fp->_mode == 0)
		fp->_mode = -1;
	return fp->_mode < 0;
}

static inline bool __stdio_wide(FILE *fp)
{
	if (fp->_mode == 0)
		fp->_mode = 1;
	return fp->_mode > 0;
}

/* ---- stdio_buffer.c: moving bytes between buffer and ops ---- */

/* Makes at least one byte readable and returns it without consuming it, or EOF. */
int __underflow(FILE *fp);
/* Flushes buffered output, whatever the buffering mode. Returns 0 or EOF. */
int __stdio_flush(FILE *fp);
/* Implements fflush: flushes output, or moves the descriptor back to the position of the reader. */
int __stdio_sync(FILE *fp);
/* Ends writing, if fp was writing. Returns 0 or EOF. */
int __stdio_start_reading(FILE *fp);
/* Writes n bytes. Returns the number written, or -1 if all are in the buffer and flushing it
 * failed. */
size_t __stdio_write(FILE *fp, const char *s, size_t n);
/* Reads up to n bytes as fread does; returns the number read. */
size_t __stdio_read(FILE *fp, char *s, size_t n);
/* Drops pushed-back bytes. */
void __stdio_drop_backup(FILE *fp);
/* Returns from the pushback area to the main buffer. */
void __stdio_leave_backup(FILE *fp);
int __stdio_unget(int c, FILE *fp);

/* ---- stdio_seek.c ---- */

off64_t __stdio_seek(FILE *fp, off64_t off, int whence);
off64_t __stdio_tell(FILE *fp);

/* ---- stdio_open.c ---- */

extern const struct stream_ops __stdio_file_ops;

/* The meaning of a mode string. */
struct stream_mode {
	int open_flags;   /* O_* */
	int stream_flags; /* STREAM_NO_READS, STREAM_NO_WRITES, STREAM_APPENDING */
};

/* Returns false with EINVAL if the first letter is none of r, w, a. */
bool __stdio_parse_mode(const char *mode, struct stream_mode *m);

/* ---- shared by the ways in ---- */

ssize_t __stdio_getdelim(char **line, size_t *size, int delim, FILE *fp);
wint_t __stdio_getwc(FILE *fp);
wint_t __stdio_putwc(wchar_t c, FILE *fp);
wint_t __stdio_ungetwc(wint_t c, FILE *fp);

#endif
