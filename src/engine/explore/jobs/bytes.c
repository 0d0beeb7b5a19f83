/* bytes.c: numbers and bytes in messages between processes, and in files. */
#include "engine/explore/jobs/bytes.h"

void bytes_number(Buf *to, u64 x)
{
	for (; x > 127; x >>= 7)
		buf_addc(to, (char)(x | 128));
	buf_addc(to, (char)x);
}

void bytes_block(Buf *to, const void *at, size_t n)
{
	bytes_number(to, n);
	if (n)
		buf_add(to, at, n);
}

void bytes_text(Buf *to, const char *s)
{
	bytes_block(to, s, strlen(s));
}

ByteReader bytes_reader(const void *at, size_t n)
{
	static const u8 none;
	const u8 *begin = at ? at : &none;
	return (ByteReader){.at = begin, .end = begin + n};
}

static u64 is_bad(ByteReader *r)
{
	r->bad = true;
	r->at = r->end;
	return 0;
}

u64 bytes_read(ByteReader *r, u64 most)
{
	u64 x = 0;
	for (unsigned shift = 0; r->at < r->end && shift < 64; shift += 7) {
		u8 byte = *r->at++;
		u64 part = byte & 127;
		if (shift == 63 && part > 1)
			return is_bad(r);
		x |= part << shift;
		if (byte < 128)
			return x <= most ? x : is_bad(r);
	}
	return is_bad(r);
}

const u8 *bytes_take(ByteReader *r, size_t n)
{
	if (n > (size_t)(r->end - r->at)) {
		is_bad(r);
		return NULL;
	}
	r->at += n;
	return r->at - n;
}

ByteReader bytes_read_block(ByteReader *r)
{
	size_t n = bytes_read(r, SIZE_MAX);
	const u8 *at = bytes_take(r, n);
	return bytes_reader(at, at ? n : 0);
}

char *bytes_read_text(ByteReader *r)
{
	ByteReader block = bytes_read_block(r);
	size_t n = (size_t)(block.end - block.at);
	if (memchr(block.at, 0, n))
		is_bad(r);
	return xstrndup((const char *)block.at, r->bad ? 0 : n);
}

bool bytes_done(const ByteReader *r)
{
	return !r->bad && r->at == r->end;
}
