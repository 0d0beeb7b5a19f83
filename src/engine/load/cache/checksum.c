/* checksum.c: computes checksums of bytes. */
#include "engine/load/cache/checksum.h"

static inline u64 turn(u64 x, int by)
{
	return x << by | x >> (64 - by);
}

/* Both halves of the product. */
static inline u64 fold(u64 x, u64 y)
{
	unsigned __int128 all = (unsigned __int128)x * y;
	return (u64)all ^ (u64)(all >> 64);
}

static inline void mix(Checksum *d, u64 x, u64 y)
{
	d->a = turn(d->a ^ x * 0x9e3779b97f4a7c15u, 27) * 0x87c37b91114253d5u + y;
	d->b = turn(d->b, 31) + fold(x ^ 0xa0761d6478bd642fu, y ^ d->b ^ 0xe7037ed1a0b428dbu);
}

static u64 end(u64 x)
{
	x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
	return x ^ x >> 33;
}

Checksum checksum_of(const void *bytes, size_t n)
{
	const u8 *p = bytes;
	u64 words[2];
	Checksum sum = {0}, *d = &sum;
	mix(d, n, 0x165667b19e3779f9u);
	for (; n >= sizeof words; p += sizeof words, n -= sizeof words) {
		memcpy(words, p, sizeof words);
		mix(d, words[0], words[1]);
	}
	memset(words, 0, sizeof words);
	if (n)
		memcpy(words, p, n);
	mix(d, words[0], words[1]);
	return (Checksum){end(d->a ^ d->b), end(d->b + turn(d->a, 17))};
}
