/* digest.c: SHA-256 as in FIPS 180-4. */
#include "base/digest.h"

#include <immintrin.h>

enum { BLOCK = 64, LENGTH = 8 }; /* bytes of a block, and of the length in bits at the end */

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const u32 rounds[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

typedef struct Sha {
	u32 h[8];       /* after the blocks so far */
	u8 last[BLOCK]; /* of a block that is not full */
	size_t n;       /* bytes so far */
} Sha;

static inline u32 turn(u32 x, int by)
{
	return x >> by | x << (32 - by);
}

static inline __attribute__((always_inline)) void one_round(u32 *const s[8], u32 x)
{
	u32 choice = (*s[4] & *s[5]) ^ (~*s[4] & *s[6]);
	u32 most = (*s[0] & *s[1]) ^ (*s[0] & *s[2]) ^ (*s[1] & *s[2]);
	x += *s[7] + (turn(*s[4], 6) ^ turn(*s[4], 11) ^ turn(*s[4], 25)) + choice;
	*s[3] += x;
	*s[7] = x + (turn(*s[0], 2) ^ turn(*s[0], 13) ^ turn(*s[0], 22)) + most;
}

static void one_block(u32 h[8], const u8 *p)
{
	u32 w[64], s[8];
	memcpy(s, h, sizeof s);
	for (int i = 0; i < 16; i++) {
		u32 word;
		memcpy(&word, p + 4 * i, 4);
		w[i] = __builtin_bswap32(word);
	}
	for (int i = 16; i < 64; i++) {
		u32 a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) +
			   (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
	}
	/* Each round renames all words: after eight they have their names again. */
	for (int i = 0; i < 64; i += 8)
#pragma GCC unroll 8
		for (int k = 0; k < 8; k++) {
			u32 *const at[8] = {s + (-k & 7),      s + ((1 - k) & 7), s + ((2 - k) & 7),
								s + ((3 - k) & 7), s + ((4 - k) & 7), s + ((5 - k) & 7),
								s + ((6 - k) & 7), s + ((7 - k) & 7)};
			one_round(at, rounds[i + k] + w[i + k]);
		}
	for (int i = 0; i < 8; i++)
		h[i] += s[i];
}

/* The same with the processor's own instructions: four rounds at a time, on the halves ABEF and CDGH
 * of the state. */
__attribute__((target("sha,ssse3,sse4.1"))) static void block_by_processor(u32 h[8], const u8 *p)
{
	const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
	__m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)h), 0xb1);
	__m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)(h + 4)), 0x1b);
	__m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xf0);
	const __m128i first[2] = {abef, cdgh};
	__m128i w[4]; /* the last 16 words of the message */
#pragma GCC unroll 16
	for (int i = 0; i < 16; i++) {
		__m128i *now = &w[i & 3], last = w[(i + 3) & 3];
		if (i < 4) {
			*now = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
			*now = _mm_shuffle_epi8(*now, order);
		} else {
			__m128i sum = _mm_sha256msg1_epu32(*now, w[(i + 1) & 3]);
			sum = _mm_add_epi32(sum, _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
			*now = _mm_sha256msg2_epu32(sum, last);
		}
		__m128i k = _mm_loadu_si128((const __m128i *)(const void *)&rounds[4 * i]);
		k = _mm_add_epi32(k, *now);
		cdgh = _mm_sha256rnds2_epu32(cdgh, abef, k);
		abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(k, 0x0e));
	}
	abef = _mm_shuffle_epi32(_mm_add_epi32(abef, first[0]), 0x1b);
	cdgh = _mm_shuffle_epi32(_mm_add_epi32(cdgh, first[1]), 0xb1);
	_mm_storeu_si128((__m128i *)(void *)h, _mm_blend_epi16(abef, cdgh, 0xf0));
	_mm_storeu_si128((__m128i *)(void *)(h + 4), _mm_alignr_epi8(cdgh, abef, 8));
}

static bool has_instructions(void)
{
	__builtin_cpu_init();
	return __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
		   __builtin_cpu_supports("sha");
}

static void sha_add(Sha *sha, const void *bytes, size_t n)
{
	const u8 *p = bytes;
	void (*block)(u32 *, const u8 *) = has_instructions() ? block_by_processor : one_block;
	while (n) {
		size_t at = sha->n % BLOCK, k = BLOCK - at < n ? BLOCK - at : n;
		if (k == BLOCK) {
			block(sha->h, p);
		} else {
			memcpy(sha->last + at, p, k);
			if (at + k == BLOCK)
				block(sha->h, sha->last);
		}
		sha->n += k;
		p += k;
		n -= k;
	}
}

static Sha sha_begin(void)
{
	return (Sha){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
					   0x1f83d9ab, 0x5be0cd19}};
}

static Digest sha_end(Sha *sha)
{
	static const u8 pad[BLOCK] = {0x80};
	u64 bits = __builtin_bswap64((u64)sha->n * 8);
	size_t at = sha->n % BLOCK;
	Digest d;
	sha_add(sha, pad, at < BLOCK - LENGTH ? BLOCK - LENGTH - at : 2 * BLOCK - LENGTH - at);
	sha_add(sha, &bits, sizeof bits);
	for (int i = 0; i < 8; i++) {
		u32 word = __builtin_bswap32(sha->h[i]);
		memcpy(d.at + 4 * i, &word, 4);
	}
	return d;
}

Digest digest_of(const void *bytes, size_t n)
{
	Sha sha = sha_begin();
	sha_add(&sha, bytes, n);
	return sha_end(&sha);
}

void digest_add(Digest *d, const void *bytes, size_t n)
{
	Sha sha = sha_begin();
	u64 len = n;
	sha_add(&sha, d->at, sizeof d->at);
	sha_add(&sha, &len, sizeof len);
	sha_add(&sha, bytes, n);
	*d = sha_end(&sha);
}

void digest_text(Digest *d, const char *s)
{
	digest_add(d, s ? s : "\1", s ? strlen(s) + 1 : 1);
}

void digest_hex(Digest d, size_t n, char *to)
{
	for (size_t i = 0; i < n; i++)
		snprintf(to + 2 * i, 3, "%02x", d.at[i]);
}
