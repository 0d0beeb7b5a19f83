/* checksum.h: 128-bit checksums, by which damage is noticed.
 *
 * A checksum has two lanes of 64 bits, mixed in different ways. It is fast. Contents that users give
 * are named by a digest (base/digest.h); a checksum guards what drift itself has written.
 */
#ifndef DRIFT_LOAD_CACHE_CHECKSUM_H
#define DRIFT_LOAD_CACHE_CHECKSUM_H

#include "base/base.h"

typedef struct Checksum {
	u64 a, b; /* the lanes */
} Checksum;

Checksum checksum_of(const void *bytes, size_t n);
static inline bool checksum_same(Checksum x, Checksum y)
{
	return x.a == y.a && x.b == y.b;
}

#endif
