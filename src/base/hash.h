/* hash.h: hashes in memory, which are hints and never evidence.
 *
 * A hash says where to look for something, and that two things are not the same. It never says that
 * they are: whoever found something by its hash compares it whole. So a Hash is a struct. C does not
 * compare structs, and no map takes one as a key. docs/design/hashes.md lists all uses.
 *
 * All hashes of things in memory are made here. `make HASH_BITS=8` cuts all of them to 8 bits, and
 * nothing may change but speed (`make check-hash`). What names contents on disk is a digest
 * (base/digest.h). Random numbers are not hashes (random_next).
 */
#ifndef DRIFT_BASE_HASH_H
#define DRIFT_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef HASH_BITS
#define HASH_BITS 64
#endif

typedef struct Hash {
	uint64_t bits; /* for the functions below only */
} Hash;

/* The same in 32 bits, for tables with many entries. */
typedef struct SmallHash {
	uint32_t bits; /* for the functions below only */
} SmallHash;

/* From bits that the caller has mixed. */
static inline Hash hash_from(uint64_t mixed)
{
	return (Hash){HASH_BITS < 64 ? mixed & ((UINT64_C(1) << HASH_BITS % 64) - 1) : mixed};
}

static inline uint64_t mix_bits(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;
	return h ^ (h >> 32);
}

static inline Hash hash_mix(Hash h, uint64_t x)
{
	return hash_from(mix_bits(h.bits, x));
}

static inline Hash hash_number(uint64_t x)
{
	return hash_from(mix_bits(x, 0x51ed27));
}

static inline Hash hash_both(Hash a, Hash b)
{
	return hash_mix(a, b.bits);
}

Hash hash_bytes(const void *bytes, size_t n);

/* True if what they are hashes of differs. False says nothing. */
static inline bool hashes_differ(Hash a, Hash b)
{
	return a.bits != b.bits;
}

/* Where to look first in a table of n slots, a power of two. Hashes that were cut spread over it. */
static inline size_t hash_slot(Hash h, size_t n)
{
	return (HASH_BITS < 64 && n >> HASH_BITS % 64 ? h.bits * (n >> HASH_BITS % 64) : h.bits) &
		   (n - 1);
}

static inline SmallHash hash_small(Hash h)
{
	return (SmallHash){(uint32_t)h.bits};
}

static inline bool small_hashes_differ(SmallHash a, SmallHash b)
{
	return a.bits != b.bits;
}

static inline size_t small_hash_slot(SmallHash h, size_t n)
{
	return hash_slot((Hash){h.bits}, n);
}

/* The next of a sequence of random numbers. */
static inline uint64_t random_next(uint64_t *state)
{
	*state += 0x9e3779b97f4a7c15u;
	return mix_bits(*state, *state >> 29);
}

/* The engine of our own tests (mk/tests.mk), and no other, can have a defect that was real once: with
 * DRIFT_WRONG_HASH=NAME it takes a hash for equality, in `items`, `behaviour` or `infect`.
 * `make check-verdicts WRONG=NAME` must find it. */
#ifdef DRIFT_TEST_ENGINE
static inline bool wrong_hash(const char *name)
{
	const char *wanted = getenv("DRIFT_WRONG_HASH");
	return wanted && !strcmp(wanted, name);
}
#else
static inline bool wrong_hash(const char *name)
{
	(void)name;
	return false;
}
#endif

#endif
