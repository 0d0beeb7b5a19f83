/* rle.h: runs of bytes: a count of up to 127, then the byte; or 128 + n, then n bytes as they are. */
#ifndef RLE_H
#define RLE_H

#include <stddef.h>

/* Bytes that the packed form of n bytes has at most. */
size_t rle_bound(size_t n);
/* The size of what was written to `to`, or 0 if there is no room. */
size_t rle_pack(const unsigned char *from, size_t n, unsigned char *to, size_t room);

#endif
