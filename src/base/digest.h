/* digest.h: SHA-256, which names contents.
 *
 * Equal digests count as equal contents: nobody knows two contents with one digest. So digests may
 * represent contents where these are not at hand: in caches, traces and baselines. In memory, contents
 * are compared (base/hash.h). */
#ifndef DRIFT_BASE_DIGEST_H
#define DRIFT_BASE_DIGEST_H

#include "base/base.h"

typedef struct Digest {
	u8 at[32];
} Digest;

/* FIPS 180-4. */
Digest digest_of(const void *bytes, size_t n);
/* Adds n bytes and how many they are to a digest, which begins as {0}: "ab", "c" is not "a", "bc". */
void digest_add(Digest *d, const void *bytes, size_t n);
void digest_text(Digest *d, const char *s); /* NULL is not "" */
static inline bool digest_same(Digest x, Digest y)
{
	return !memcmp(x.at, y.at, sizeof x.at);
}
/* Writes the first n bytes as hexadecimal digits, with a NUL. */
void digest_hex(Digest d, size_t n, char *to);

#endif
