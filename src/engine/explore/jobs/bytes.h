/* bytes.h: numbers and bytes in messages between processes, and in files.
 *
 * A number has seven bits in each byte, the lowest first; the top bit says that more follow. A
 * reader treats its bytes as hostile: it never reads past them, and the first thing that does not
 * fit makes it bad. A bad reader returns 0, so callers ask once, at the end. */
#ifndef DRIFT_JOBS_BYTES_H
#define DRIFT_JOBS_BYTES_H

#include "base/base.h"

typedef struct ByteReader {
	const u8 *at, *end; /* what is left */
	bool bad;           /* true if something did not fit */
} ByteReader;

void bytes_number(Buf *to, u64 x);
/* Adds their number and the bytes. */
void bytes_block(Buf *to, const void *at, size_t n);
void bytes_text(Buf *to, const char *s);

ByteReader bytes_reader(const void *at, size_t n);
/* Reads a number that is at most `most`. */
u64 bytes_read(ByteReader *r, u64 most);
/* Reads n bytes; NULL if there are not as many. */
const u8 *bytes_take(ByteReader *r, size_t n);
/* Reads a block and returns a reader of it alone. */
ByteReader bytes_read_block(ByteReader *r);
/* Reads a text; the caller frees it. It has no NUL inside. */
char *bytes_read_text(ByteReader *r);
/* True if nothing is left and everything fitted. */
bool bytes_done(const ByteReader *r);

#endif
