/* stdio_observe.c: what the streams contain when a function under --entry has returned.
 *
 * drift compares two versions by these records, not by the streams themselves: how a stream keeps
 * its bytes is our business, which bytes it keeps is not. Words, so that drift can read them
 * without types; src/versions/behaviour/walk_streams.c has the same list. */
#include "stdio_impl.h"

/* Of the flags, those that later calls observe. */
#define OBSERVED                                                                        \
	(STREAM_UNBUFFERED | STREAM_NO_READS | STREAM_NO_WRITES | STREAM_EOF | STREAM_ERR | \
	 STREAM_LINE_BUF | STREAM_APPENDING)

struct range {
	const char *at;
	size_t len;
};

struct record {
	FILE *stream;
	size_t open;           /* 1, or 0 if it was closed */
	size_t flags;          /* OBSERVED ones */
	long fd;               /* its descriptor */
	long orientation;      /* as fwide returns it */
	struct range pending;  /* output that is not written yet */
	struct range pushed;   /* bytes that ungetc put back */
	struct range unread;   /* input that was read ahead, behind those */
	struct range buffer;   /* a buffer of the program's own */
	mbstate_t read_state;  /* of wide input */
	mbstate_t write_state; /* of wide output */
	const void *ops;       /* where its bytes come from and go to */
	void *cookie;          /* for ops */
};

enum { MOST_RECORDS = 64 };

struct record __drift_streams[MOST_RECORDS];
size_t __drift_n_streams; /* also those that have no record */

static void observe(FILE *fp)
{
	const struct stream *s = (const struct stream *)fp;
	size_t i = __drift_n_streams++;
	if (i >= MOST_RECORDS)
		return;
	struct record *r = &__drift_streams[i];
	*r = (struct record){.stream = fp,
						 .open = (fp->_flags & STREAM_LINKED) != 0,
						 .flags = (size_t)fp->_flags & OBSERVED,
						 .fd = fp->_fileno,
						 .orientation = fp->_mode,
						 .read_state = s->read_state,
						 .write_state = s->write_state,
						 .ops = s->ops,
						 .cookie = s->cookie};
	if (!r->open)
		return;
	if (fp->_flags & STREAM_PUTTING)
		r->pending =
			(struct range){fp->_IO_write_base, (size_t)(fp->_IO_write_ptr - fp->_IO_write_base)};
	struct range rest = {fp->_IO_read_ptr, (size_t)(fp->_IO_read_end - fp->_IO_read_ptr)};
	if (fp->_flags & STREAM_PUTTING)
		rest.len = 0;
	if (fp->_flags & STREAM_IN_BACKUP) {
		r->pushed = rest;
		rest = (struct range){fp->_IO_save_base, (size_t)(fp->_IO_save_end - fp->_IO_save_base)};
	}
	r->unread = rest;
	if ((fp->_flags & STREAM_USER_BUF) && !(fp->_flags & STREAM_UNBUFFERED))
		r->buffer = (struct range){fp->_IO_buf_base, (size_t)(fp->_IO_buf_end - fp->_IO_buf_base)};
}

/* Buffers stay where they are: drift reads them afterwards. */
void __drift_entry_end(void)
{
	observe(&_IO_2_1_stdin_.f);
	observe(&_IO_2_1_stdout_.f);
	observe(&_IO_2_1_stderr_.f);
	for (struct stream *s = __stdio_opened; s; s = s->older)
		observe(&s->f);
	fflush(NULL);
}
