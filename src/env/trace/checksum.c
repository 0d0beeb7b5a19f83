/* checksum.c: CRC-32C for records, and a wide hash to find equal contents. */
#include "env/trace/trace.h"

#include <nmmintrin.h>

/* Reflected polynomial of CRC-32C. */
#define POLY 0x82f63b78u

static u32 crc_plain(u32 crc, const u8 *p, size_t n)
{
	while (n--) {
		crc ^= *p++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (POLY & -(crc & 1));
	}
	return crc;
}

__attribute__((target("sse4.2"))) static u32 crc_fast(u32 crc, const u8 *p, size_t n)
{
	u64 wide = crc;
	for (; n >= 8; n -= 8, p += 8) {
		u64 word;
		memcpy(&word, p, 8);
		wide = _mm_crc32_u64(wide, word);
	}
	crc = (u32)wide;
	while (n--)
		crc = _mm_crc32_u8(crc, *p++);
	return crc;
}

u32 crc32c(u32 crc, const void *bytes, size_t n)
{
	u32 (*step)(u32, const u8 *, size_t) = __builtin_cpu_supports("sse4.2") ? crc_fast : crc_plain;
	return ~step(~crc, bytes, n);
}

static u64 fold(u64 a, u64 b)
{
	u128 product = (u128)a * b;
	return (u64)product ^ (u64)(product >> 64);
}

/* Two lanes of multiply-and-fold over 16 bytes at a time. The tail is padded and the length is
 * added last, so that zeros at the end count. */
void content_hash(const void *bytes, size_t n, u64 out[2])
{
	const u8 *p = bytes;
	u64 a = 0x9ae16a3b2f90404fu, b = 0xc3a5c85c97cb3127u;
	size_t left = n;
	while (left) {
		u64 word[2] = {0, 0};
		size_t k = left < 16 ? left : 16;
		memcpy(word, p, k);
		a = fold(a ^ word[0], 0x9e3779b97f4a7c15u ^ word[1]) + word[0];
		b = fold(b ^ word[1], 0xd6e8feb86659fd93u ^ word[0]) + word[1];
		p += k;
		left -= k;
	}
	out[0] = fold(a ^ n, 0xff51afd7ed558ccdu);
	out[1] = fold(b ^ n, 0xc4ceb9fe1a85ec53u) ^ a;
}

void trace_header(u8 out[16], u32 version)
{
	u16 machine = TRACE_MACHINE;
	memcpy(out, "DRIFTENV", 8);
	memcpy(out + 8, &version, 4);
	memcpy(out + 12, &machine, 2);
	u16 sum = (u16)crc32c(0, out, 14);
	memcpy(out + 14, &sum, 2);
}
