/* digest.h: 128-bit digests.
 *
 * A digest has two lanes of 64 bits, mixed in different ways. Bytes that differ by chance,
 * damage or editing have different digests. It is no defence against deliberate collisions.
 */
#ifndef DRIFT_LOAD_CACHE_DIGEST_H
#define DRIFT_LOAD_CACHE_DIGEST_H

#include "base/base.h"

typedef struct Digest {
	u64 a, b; /* the lanes; all zero: of nothing so far */
} Digest;

/* Adds n bytes and how many they are: "ab", "c" is not "a", "bc". */
void digest_add(Digest *d, const void *bytes, size_t n);
void digest_text(Digest *d, const char *s); /* NULL is not "" */
static inline bool digest_same(Digest x, Digest y)
{
	return x.a == y.a && x.b == y.b;
}

#endif
