/* x86_misc.c: masks over memory, checksums, products without carry, bits: SSE2 to AVX2, SSE4.2,
 * PCLMUL, BMI. See x86_vector.h. */
#include "x86_vector.h"

/* Elements whose mask has its sign set; the others are not touched. */
#define MASKED(set, suffix, V, M, type, n)                \
	V X86(set##_maskload_##suffix)(const void *p, M m)    \
	{                                                     \
		ELEMENTS(type, on, m);                            \
		V r = {0};                                        \
		EACH(i, n)                                        \
		if (on[i] < 0)                                    \
			((type *)&r)[i] = ((const type *)p)[i];       \
		return r;                                         \
	}                                                     \
	void X86(set##_maskstore_##suffix)(void *p, M m, V a) \
	{                                                     \
		ELEMENTS(type, on, m);                            \
		EACH(i, n)                                        \
		if (on[i] < 0)                                    \
			((type *)p)[i] = ((type *)&a)[i];             \
	}
MASKED(avx, ps, f32x4, i32x4, int32_t, 4)
MASKED(avx, ps_256, f32x8, i32x8, int32_t, 8)
MASKED(avx, pd, f64x2, i64x2, int64_t, 2)
MASKED(avx, pd_256, f64x4, i64x4, int64_t, 4)
MASKED(avx2, d, i32x4, i32x4, int32_t, 4)
MASKED(avx2, d_256, i32x8, i32x8, int32_t, 8)
MASKED(avx2, q, i64x2, i64x2, int64_t, 2)
MASKED(avx2, q_256, i64x4, i64x4, int64_t, 4)

void X86(sse2_maskmov_dqu)(i8x16 a, i8x16 m, void *p)
{
	EACH(i, 16)
	if (((int8_t *)&m)[i] < 0)
		((int8_t *)p)[i] = ((int8_t *)&a)[i];
}

i8x16 X86(sse3_ldu_dq)(const void *p)
{
	i8x16 r;
	__builtin_memcpy(&r, p, sizeof r);
	return r;
}

i8x32 X86(avx_ldu_dq_256)(const void *p)
{
	i8x32 r;
	__builtin_memcpy(&r, p, sizeof r);
	return r;
}

/* Elements at base + index * scale; where the mask is not set, those of a. */
#define GATHER(name, V, I, M, type, itype, n)                                                      \
	V X86(avx2_gather_##name)(V a, const void *base, I index, M m, int8_t scale)                   \
	{                                                                                              \
		ELEMENTS(type, on, m);                                                                     \
		ELEMENTS(itype, at, index);                                                                \
		V r = {0};                                                                                 \
		EACH(i, n)                                                                                 \
		((type *)&r)[i] = on[i] < 0 ? *(const type *)((const char *)base + (int64_t)at[i] * scale) \
									: ((type *)&a)[i];                                             \
		return r;                                                                                  \
	}
GATHER(d_d, i32x4, i32x4, i32x4, int32_t, int32_t, 4)
GATHER(d_d_256, i32x8, i32x8, i32x8, int32_t, int32_t, 8)
GATHER(d_ps, f32x4, i32x4, f32x4, int32_t, int32_t, 4)
GATHER(d_ps_256, f32x8, i32x8, f32x8, int32_t, int32_t, 8)
GATHER(d_q, i64x2, i32x4, i64x2, int64_t, int32_t, 2)
GATHER(d_q_256, i64x4, i32x4, i64x4, int64_t, int32_t, 4)
GATHER(d_pd, f64x2, i32x4, f64x2, int64_t, int32_t, 2)
GATHER(d_pd_256, f64x4, i32x4, f64x4, int64_t, int32_t, 4)
GATHER(q_q, i64x2, i64x2, i64x2, int64_t, int64_t, 2)
GATHER(q_q_256, i64x4, i64x4, i64x4, int64_t, int64_t, 4)
GATHER(q_pd, f64x2, i64x2, f64x2, int64_t, int64_t, 2)
GATHER(q_pd_256, f64x4, i64x4, f64x4, int64_t, int64_t, 4)
GATHER(q_d, i32x4, i64x2, i32x4, int32_t, int64_t, 2)
GATHER(q_d_256, i32x4, i64x4, i32x4, int32_t, int64_t, 4)
GATHER(q_ps, f32x4, i64x2, f32x4, int32_t, int64_t, 2)
GATHER(q_ps_256, f32x4, i64x4, f32x4, int32_t, int64_t, 4)

/* CRC-32C, a byte at a time. */
static uint32_t crc_bytes(uint32_t crc, uint64_t data, unsigned bytes)
{
	EACH(i, bytes)
	{
		crc ^= (uint8_t)(data >> 8 * i);
		EACH(k, 8)
		crc = crc >> 1 ^ (0x82f63b78u & -(crc & 1));
	}
	return crc;
}

int X86(sse42_crc32_32_8)(int crc, int8_t data)
{
	return (int)crc_bytes((uint32_t)crc, (uint8_t)data, 1);
}
int X86(sse42_crc32_32_16)(int crc, int16_t data)
{
	return (int)crc_bytes((uint32_t)crc, (uint16_t)data, 2);
}
int X86(sse42_crc32_32_32)(int crc, int32_t data)
{
	return (int)crc_bytes((uint32_t)crc, (uint32_t)data, 4);
}
int64_t X86(sse42_crc32_64_64)(int64_t crc, int64_t data)
{
	return crc_bytes((uint32_t)crc, (uint64_t)data, 8);
}

i64x2 X86(pclmulqdq)(i64x2 a, i64x2 b, int8_t how)
{
	uint64_t x = (uint64_t)(how & 1 ? a[1] : a[0]), y = (uint64_t)(how & 16 ? b[1] : b[0]), low = 0,
			 high = 0;
	EACH(i, 64)
	{
		uint64_t on = -(y >> i & 1);
		low ^= x << i & on;
		high ^= (i ? x >> (64 - i) : 0) & on;
	}
	return (i64x2){(int64_t)low, (int64_t)high};
}

static uint64_t scatter(uint64_t a, uint64_t mask)
{
	uint64_t r = 0;
	for (unsigned i = 0, k = 0; i < 64; i++)
		if (mask >> i & 1)
			r |= (a >> k++ & 1) << i;
	return r;
}

static uint64_t collect(uint64_t a, uint64_t mask)
{
	uint64_t r = 0;
	for (unsigned i = 0, k = 0; i < 64; i++)
		if (mask >> i & 1)
			r |= (a >> i & 1) << k++;
	return r;
}

static uint64_t field(uint64_t a, uint64_t how)
{
	unsigned from = how & 255, n = how >> 8 & 255;
	a = from < 64 ? a >> from : 0;
	return n < 64 ? a & ((1ull << n) - 1) : a;
}

#define BITS(size, type)                                                \
	type X86(bmi_pdep_##size)(type a, type b)                           \
	{                                                                   \
		return (type)scatter(a, b);                                     \
	}                                                                   \
	type X86(bmi_pext_##size)(type a, type b)                           \
	{                                                                   \
		return (type)collect(a, b);                                     \
	}                                                                   \
	type X86(bmi_bextr_##size)(type a, type b)                          \
	{                                                                   \
		return (type)field(a, b);                                       \
	}                                                                   \
	type X86(bmi_bzhi_##size)(type a, type b)                           \
	{                                                                   \
		return (b & 255) < size ? a & (((type)1 << (b & 255)) - 1) : a; \
	}
BITS(32, uint32_t)
BITS(64, uint64_t)
