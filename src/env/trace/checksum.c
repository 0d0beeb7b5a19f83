/* checksum.c: CRC-32C for records. */
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

void trace_header(u8 out[16], u32 version)
{
	u16 machine = TRACE_MACHINE;
	memcpy(out, "DRIFTENV", 8);
	memcpy(out + 8, &version, 4);
	memcpy(out + 12, &machine, 2);
	u16 sum = (u16)crc32c(0, out, 14);
	memcpy(out + 14, &sum, 2);
}
