/* stdio_seek.c: positions in streams. */
#include <sys/stat.h>
#include <unistd.h>
#include "stdio_impl.h"

static struct stream *stream_of(FILE *fp)
{
	return (struct stream *)fp;
}

/* Without a descriptor, the stream's operations are asked every time. */
static void forget_offset(FILE *fp)
{
	if (fp->_fileno < 0)
		fp->_offset = -1;
}

/* Makes [buf_base, end) the get area, at ptr. */
static void set_get_area(FILE *fp, char *ptr, char *end)
{
	fp->_IO_read_base = fp->_IO_buf_base;
	fp->_IO_read_ptr = ptr;
	fp->_IO_read_end = end;
	fp->_IO_write_base = fp->_IO_write_ptr = fp->_IO_write_end = fp->_IO_buf_base;
	fp->_flags &= ~STREAM_EOF;
}

/* Leaves the position to the kernel and starts with an empty buffer. */
static off64_t plain_seek(FILE *fp, off64_t off, int whence)
{
	struct stream *s = stream_of(fp);
	__stdio_drop_backup(fp);
	off64_t pos = s->ops->seek(s, off, whence);
	if (pos == -1)
		return -1;
	fp->_offset = pos;
	set_get_area(fp, fp->_IO_buf_base, fp->_IO_buf_base);
	return pos;
}

/* Size of a regular file, or -1. */
static off64_t file_size(FILE *fp)
{
	struct stat st;
	if (fp->_fileno < 0 || __drift_syscall(SYS_fstat, fp->_fileno, (long)&st, 1, 0, 0, 0) < 0)
		return -1;
	return S_ISREG(st.st_mode) ? st.st_size : -1;
}

/* Reads the block that contains pos, from its start, so that a following seek back stays in the
 * buffer. exact: nothing was buffered, so nothing beyond pos is wanted either. */
static off64_t seek_to_block(FILE *fp, off64_t pos, bool exact)
{
	struct stream *s = stream_of(fp);
	off64_t size = fp->_IO_buf_end - fp->_IO_buf_base;
	off64_t block = pos & ~(size - 1);
	off64_t delta = pos - block;
	if (delta > size) {
		block = pos;
		delta = 0;
	}
	off64_t at = s->ops->seek(s, block, SEEK_SET);
	if (at < 0)
		return -1;
	ssize_t count = 0;
	if (delta > 0) {
		count = s->ops->read(s, fp->_IO_buf_base, (size_t)(exact ? delta : size));
		if (count < delta)
			return plain_seek(fp, count < 0 ? delta : delta - count, SEEK_CUR);
	}
	set_get_area(fp, fp->_IO_buf_base + delta, fp->_IO_buf_base + count);
	fp->_offset = at + count;
	return pos;
}

off64_t __stdio_seek(FILE *fp, off64_t off, int whence)
{
	struct stream *s = stream_of(fp);
	forget_offset(fp);
	/* Bytes pushed back count as not read yet. */
	if (whence == SEEK_CUR && (fp->_flags & STREAM_IN_BACKUP))
		off -= fp->_IO_read_end - fp->_IO_read_ptr;
	__stdio_drop_backup(fp);
	bool exact = fp->_IO_read_base == fp->_IO_read_end && fp->_IO_write_base == fp->_IO_write_ptr;
	if ((fp->_flags & STREAM_PUTTING) && __stdio_start_reading(fp) == EOF)
		return -1;
	__stdio_need_buffer(fp);
	if (!fp->_IO_read_base)
		set_get_area(fp, fp->_IO_buf_base, fp->_IO_buf_base);
	if (whence == SEEK_CUR) {
		off -= fp->_IO_read_end - fp->_IO_read_ptr;
		if (fp->_offset < 0)
			return plain_seek(fp, off, SEEK_CUR);
		off += fp->_offset;
		if (off < 0) {
			errno = EINVAL;
			return -1;
		}
	} else if (whence == SEEK_END) {
		off64_t size = file_size(fp);
		if (size < 0)
			return plain_seek(fp, off, SEEK_END);
		off += size;
	} else if (whence != SEEK_SET) {
		return plain_seek(fp, off, whence);
	}
	if (fp->_offset >= 0 && fp->_IO_read_base) {
		off64_t start = fp->_offset - (fp->_IO_read_end - fp->_IO_buf_base);
		if (off >= start && off < fp->_offset) {
			set_get_area(fp, fp->_IO_buf_base + (off - start), fp->_IO_read_end);
			/* Other code may have moved the descriptor. */
			s->ops->seek(s, fp->_offset, SEEK_SET);
			return off;
		}
	}
	if (fp->_flags & STREAM_NO_READS)
		return plain_seek(fp, off, SEEK_SET);
	return seek_to_block(fp, off, exact);
}

off64_t __stdio_tell(FILE *fp)
{
	struct stream *s = stream_of(fp);
	forget_offset(fp);
	off64_t adjust = 0;
	off64_t pos = fp->_offset;
	bool pending = fp->_IO_write_ptr > fp->_IO_write_base;
	if (pending && (fp->_flags & STREAM_APPENDING)) {
		/* Wherever the descriptor is, the bytes will go to the end. */
		pos = s->ops->seek(s, 0, SEEK_END);
		adjust = fp->_IO_write_ptr - fp->_IO_write_base;
	} else {
		if (pos < 0)
			pos = s->ops->seek(s, 0, SEEK_CUR);
		if (fp->_IO_buf_base)
			adjust = (pending ? fp->_IO_write_ptr : fp->_IO_read_ptr) - fp->_IO_read_end;
	}
	if (pos == -1)
		return -1;
	pos += adjust;
	if (pos < 0) {
		errno = EINVAL;
		return -1;
	}
	if (fp->_flags & STREAM_IN_BACKUP)
		pos -= fp->_IO_save_end - fp->_IO_save_base;
	return pos;
}

/* Notes that the program depends on what kind of file a standard stream is. */
static void ask_stream(FILE *fp)
{
	if (fp->_fileno >= 0)
		__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_STREAMS, fp->_fileno, 0, 0, 0, 0);
}

static int seek_checked(FILE *fp, off64_t off, int whence)
{
	ask_stream(fp);
	if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END && whence != SEEK_DATA &&
		whence != SEEK_HOLE) {
		errno = EINVAL;
		return -1;
	}
	return __stdio_seek(fp, off, whence) == -1 ? -1 : 0;
}

int fseek(FILE *fp, long off, int whence)
{
	return seek_checked(fp, off, whence);
}
ALIAS(fseek, fseeko);
ALIAS(fseek, fseeko64);

static off64_t tell_checked(FILE *fp)
{
	ask_stream(fp);
	off64_t pos = __stdio_tell(fp);
	if (pos == -1 && errno == 0)
		errno = EIO;
	return pos;
}

long ftell(FILE *fp)
{
	return tell_checked(fp);
}
ALIAS(ftell, ftello);
ALIAS(ftell, ftello64);

void rewind(FILE *fp)
{
	ask_stream(fp);
	__stdio_seek(fp, 0, SEEK_SET);
	fp->_flags &= ~(STREAM_EOF | STREAM_ERR);
}

int fgetpos(FILE *fp, fpos_t *pos)
{
	off64_t at = tell_checked(fp);
	if (at == -1)
		return -1;
	pos->__pos = at;
	pos->__state = stream_of(fp)->read_state;
	return 0;
}

int fsetpos(FILE *fp, const fpos_t *pos)
{
	ask_stream(fp);
	if (__stdio_seek(fp, pos->__pos, SEEK_SET) == -1)
		return -1;
	stream_of(fp)->read_state = pos->__state;
	return 0;
}

int fgetpos64(FILE *fp, fpos64_t *pos)
{
	return fgetpos(fp, (fpos_t *)pos);
}

int fsetpos64(FILE *fp, const fpos64_t *pos)
{
	return fsetpos(fp, (const fpos_t *)pos);
}
