/* x86_int.c: vectors of integers: SSE2, SSSE3, SSE4.1, AVX2. See x86_vector.h. */
#include "x86_vector.h"

/* z[i] = f(x[i], y[i]) */
#define EACH_PAIR(name, V, type, n, f) \
	V X86(name)(V a, V b)              \
	{                                  \
		ELEMENTS(type, x, a);          \
		ELEMENTS(type, y, b);          \
		V r;                           \
		ELEMENTS(type, z, r);          \
		EACH(i, n)                     \
		z[i] = f(x[i], y[i]);          \
		return r;                      \
	}

#define AVERAGE(x, y) (((unsigned)(x) + (unsigned)(y) + 1) >> 1)
#define HIGH(x, y) ((x) * (y) >> 16)
#define HIGH_UNSIGNED(x, y) ((uint32_t)(x) * (y) >> 16)
#define HIGH_ROUNDED(x, y) ((((x) * (y) >> 14) + 1) >> 1)
#define SIGN(x, y) ((y) < 0 ? -(uint32_t)(x) : (y) > 0 ? (uint32_t)(x) : 0)
EACH_PAIR(sse2_pavg_b, i8x16, uint8_t, 16, AVERAGE)
EACH_PAIR(avx2_pavg_b, i8x32, uint8_t, 32, AVERAGE)
EACH_PAIR(sse2_pavg_w, i16x8, uint16_t, 8, AVERAGE)
EACH_PAIR(avx2_pavg_w, i16x16, uint16_t, 16, AVERAGE)
EACH_PAIR(sse2_pmulh_w, i16x8, int16_t, 8, HIGH)
EACH_PAIR(avx2_pmulh_w, i16x16, int16_t, 16, HIGH)
EACH_PAIR(sse2_pmulhu_w, i16x8, uint16_t, 8, HIGH_UNSIGNED)
EACH_PAIR(avx2_pmulhu_w, i16x16, uint16_t, 16, HIGH_UNSIGNED)
EACH_PAIR(ssse3_pmul_hr_sw_128, i16x8, int16_t, 8, HIGH_ROUNDED)
EACH_PAIR(avx2_pmul_hr_sw, i16x16, int16_t, 16, HIGH_ROUNDED)
EACH_PAIR(ssse3_psign_b_128, i8x16, int8_t, 16, SIGN)
EACH_PAIR(avx2_psign_b, i8x32, int8_t, 32, SIGN)
EACH_PAIR(ssse3_psign_w_128, i16x8, int16_t, 8, SIGN)
EACH_PAIR(avx2_psign_w, i16x16, int16_t, 16, SIGN)
EACH_PAIR(ssse3_psign_d_128, i32x4, int32_t, 4, SIGN)
EACH_PAIR(avx2_psign_d, i32x8, int32_t, 8, SIGN)

/* Each element shifted by its own count. */
#define LEFT(x, y, bits) ((uint64_t)(y) < (bits) ? (x) << (y) : 0)
#define RIGHT(x, y, bits) ((uint64_t)(y) < (bits) ? (x) >> (y) : 0)
#define ARITHMETIC(x, y, bits) ((x) >> ((uint64_t)(y) < (bits) ? (y) : (bits)-1))
#define LEFT32(x, y) LEFT(x, y, 32)
#define LEFT64(x, y) LEFT(x, y, 64)
#define RIGHT32(x, y) RIGHT(x, y, 32)
#define RIGHT64(x, y) RIGHT(x, y, 64)
#define ARITHMETIC32(x, y) ARITHMETIC(x, (uint32_t)(y), 32)
EACH_PAIR(avx2_psllv_d, i32x4, uint32_t, 4, LEFT32)
EACH_PAIR(avx2_psllv_d_256, i32x8, uint32_t, 8, LEFT32)
EACH_PAIR(avx2_psllv_q, i64x2, uint64_t, 2, LEFT64)
EACH_PAIR(avx2_psllv_q_256, i64x4, uint64_t, 4, LEFT64)
EACH_PAIR(avx2_psrlv_d, i32x4, uint32_t, 4, RIGHT32)
EACH_PAIR(avx2_psrlv_d_256, i32x8, uint32_t, 8, RIGHT32)
EACH_PAIR(avx2_psrlv_q, i64x2, uint64_t, 2, RIGHT64)
EACH_PAIR(avx2_psrlv_q_256, i64x4, uint64_t, 4, RIGHT64)
EACH_PAIR(avx2_psrav_d, i32x4, int32_t, 4, ARITHMETIC32)
EACH_PAIR(avx2_psrav_d_256, i32x8, int32_t, 8, ARITHMETIC32)

/* All elements shifted by one count: a number, or the first eight bytes of a vector. */
#define SHIFT(name, V, type, bits, n, C, f)     \
	V X86(name)(V a, C count)                   \
	{                                           \
		ELEMENTS(type, x, a);                   \
		V r;                                    \
		ELEMENTS(type, z, r);                   \
		uint64_t k = *(const uint64_t *)&count; \
		EACH(i, n)                              \
		z[i] = (type)f(x[i], k, bits);          \
		return r;                               \
	}
#define SHIFT_NUMBER(name, V, type, bits, n, f) \
	V X86(name)(V a, int count)                 \
	{                                           \
		ELEMENTS(type, x, a);                   \
		V r;                                    \
		ELEMENTS(type, z, r);                   \
		uint32_t k = (uint32_t)count;           \
		EACH(i, n)                              \
		z[i] = (type)f(x[i], k, bits);          \
		return r;                               \
	}
#define SHIFTS(kind, sign, letter, V, W, type, bits, n, C16, C32, f) \
	SHIFT(sse2_##kind##_##letter, V, type, bits, n, C16, f)          \
	SHIFT(avx2_##kind##_##letter, W, type, bits, 2 * n, C32, f)      \
	SHIFT_NUMBER(sse2_##kind##i_##letter, V, type, bits, n, f)       \
	SHIFT_NUMBER(avx2_##kind##i_##letter, W, type, bits, 2 * n, f)
SHIFTS(psll, u, w, i16x8, i16x16, uint16_t, 16, 8, i16x8, i16x8, LEFT)
SHIFTS(psll, u, d, i32x4, i32x8, uint32_t, 32, 4, i32x4, i32x4, LEFT)
SHIFTS(psll, u, q, i64x2, i64x4, uint64_t, 64, 2, i64x2, i64x2, LEFT)
SHIFTS(psrl, u, w, i16x8, i16x16, uint16_t, 16, 8, i16x8, i16x8, RIGHT)
SHIFTS(psrl, u, d, i32x4, i32x8, uint32_t, 32, 4, i32x4, i32x4, RIGHT)
SHIFTS(psrl, u, q, i64x2, i64x4, uint64_t, 64, 2, i64x2, i64x2, RIGHT)
SHIFTS(psra, i, w, i16x8, i16x16, int16_t, 16, 8, i16x8, i16x8, ARITHMETIC)
SHIFTS(psra, i, d, i32x4, i32x8, int32_t, 32, 4, i32x4, i32x4, ARITHMETIC)

/* Packs two vectors into one with elements of half the width, in each half of 16 bytes. */
#define PACK(name, V, from, R, to, n, least, most)        \
	R X86(name)(V a, V b)                                 \
	{                                                     \
		ELEMENTS(from, x, a);                             \
		ELEMENTS(from, y, b);                             \
		R r;                                              \
		ELEMENTS(to, z, r);                               \
		unsigned half = 16 / sizeof(from);                \
		EACH(i, n)                                        \
		{                                                 \
			unsigned at = i / half * 2 * half + i % half; \
			z[at] = (to)clamp(x[i], least, most);         \
			z[at + half] = (to)clamp(y[i], least, most);  \
		}                                                 \
		return r;                                         \
	}
PACK(sse2_packsswb_128, i16x8, int16_t, i8x16, int8_t, 8, -128, 127)
PACK(avx2_packsswb, i16x16, int16_t, i8x32, int8_t, 16, -128, 127)
PACK(sse2_packuswb_128, i16x8, int16_t, i8x16, uint8_t, 8, 0, 255)
PACK(avx2_packuswb, i16x16, int16_t, i8x32, uint8_t, 16, 0, 255)
PACK(sse2_packssdw_128, i32x4, int32_t, i16x8, int16_t, 4, -32768, 32767)
PACK(avx2_packssdw, i32x8, int32_t, i16x16, int16_t, 8, -32768, 32767)
PACK(sse41_packusdw, i32x4, int32_t, i16x8, uint16_t, 4, 0, 65535)
PACK(avx2_packusdw, i32x8, int32_t, i16x16, uint16_t, 8, 0, 65535)

/* Neighbours multiplied and added. */
#define MULTIPLY_ADD(name, V, R, n)                                                       \
	R X86(name)(V a, V b)                                                                 \
	{                                                                                     \
		ELEMENTS(int16_t, x, a);                                                          \
		ELEMENTS(int16_t, y, b);                                                          \
		R r;                                                                              \
		ELEMENTS(uint32_t, z, r);                                                         \
		EACH(i, n)                                                                        \
		z[i] = (uint32_t)(x[2 * i] * y[2 * i]) + (uint32_t)(x[2 * i + 1] * y[2 * i + 1]); \
		return r;                                                                         \
	}
MULTIPLY_ADD(sse2_pmadd_wd, i16x8, i32x4, 4)
MULTIPLY_ADD(avx2_pmadd_wd, i16x16, i32x8, 8)

#define MULTIPLY_ADD_BYTES(name, V, R, n)                                                        \
	R X86(name)(V a, V b)                                                                        \
	{                                                                                            \
		ELEMENTS(uint8_t, x, a);                                                                 \
		ELEMENTS(int8_t, y, b);                                                                  \
		R r;                                                                                     \
		ELEMENTS(int16_t, z, r);                                                                 \
		EACH(i, n)                                                                               \
		z[i] = (int16_t)clamp(x[2 * i] * y[2 * i] + x[2 * i + 1] * y[2 * i + 1], -32768, 32767); \
		return r;                                                                                \
	}
MULTIPLY_ADD_BYTES(ssse3_pmadd_ub_sw_128, i8x16, i16x8, 8)
MULTIPLY_ADD_BYTES(avx2_pmadd_ub_sw, i8x32, i16x16, 16)

/* Neighbours of both vectors, in each half of 16 bytes. */
#define NEIGHBOURS(name, V, type, n, f)                           \
	V X86(name)(V a, V b)                                         \
	{                                                             \
		ELEMENTS(type, x, a);                                     \
		ELEMENTS(type, y, b);                                     \
		V r;                                                      \
		ELEMENTS(type, z, r);                                     \
		unsigned half = 16 / sizeof(type);                        \
		EACH(i, n / 2)                                            \
		{                                                         \
			unsigned at = i / (half / 2) * half + i % (half / 2); \
			z[at] = f(x[2 * i], x[2 * i + 1]);                    \
			z[at + half / 2] = f(y[2 * i], y[2 * i + 1]);         \
		}                                                         \
		return r;                                                 \
	}
#define SUM(x, y) ((uint32_t)(x) + (uint32_t)(y))
#define DIFFERENCE(x, y) ((uint32_t)(x) - (uint32_t)(y))
#define SUM_CLAMPED(x, y) clamp((x) + (y), -32768, 32767)
#define DIFFERENCE_CLAMPED(x, y) clamp((x) - (y), -32768, 32767)
NEIGHBOURS(ssse3_phadd_w_128, i16x8, int16_t, 8, SUM)
NEIGHBOURS(avx2_phadd_w, i16x16, int16_t, 16, SUM)
NEIGHBOURS(ssse3_phadd_d_128, i32x4, int32_t, 4, SUM)
NEIGHBOURS(avx2_phadd_d, i32x8, int32_t, 8, SUM)
NEIGHBOURS(ssse3_phadd_sw_128, i16x8, int16_t, 8, SUM_CLAMPED)
NEIGHBOURS(avx2_phadd_sw, i16x16, int16_t, 16, SUM_CLAMPED)
NEIGHBOURS(ssse3_phsub_w_128, i16x8, int16_t, 8, DIFFERENCE)
NEIGHBOURS(avx2_phsub_w, i16x16, int16_t, 16, DIFFERENCE)
NEIGHBOURS(ssse3_phsub_d_128, i32x4, int32_t, 4, DIFFERENCE)
NEIGHBOURS(avx2_phsub_d, i32x8, int32_t, 8, DIFFERENCE)
NEIGHBOURS(ssse3_phsub_sw_128, i16x8, int16_t, 8, DIFFERENCE_CLAMPED)
NEIGHBOURS(avx2_phsub_sw, i16x16, int16_t, 16, DIFFERENCE_CLAMPED)

/* Sums of distances of eight bytes each. */
#define DISTANCES(name, V, R, n)                     \
	R X86(name)(V a, V b)                            \
	{                                                \
		ELEMENTS(uint8_t, x, a);                     \
		ELEMENTS(uint8_t, y, b);                     \
		R r;                                         \
		ELEMENTS(uint64_t, z, r);                    \
		EACH(i, n)                                   \
		{                                            \
			z[i] = 0;                                \
			EACH(k, 8)                               \
			{                                        \
				int d = x[8 * i + k] - y[8 * i + k]; \
				z[i] += (uint64_t)(d < 0 ? -d : d);  \
			}                                        \
		}                                            \
		return r;                                    \
	}
DISTANCES(sse2_psad_bw, i8x16, i64x2, 2)
DISTANCES(avx2_psad_bw, i8x32, i64x4, 4)

#define SHUFFLE(name, V, n)                                 \
	V X86(name)(V a, V b)                                   \
	{                                                       \
		ELEMENTS(uint8_t, x, a);                            \
		ELEMENTS(uint8_t, y, b);                            \
		V r;                                                \
		ELEMENTS(uint8_t, z, r);                            \
		EACH(i, n)                                          \
		z[i] = y[i] & 0x80 ? 0 : x[(i & 16) + (y[i] & 15)]; \
		return r;                                           \
	}
SHUFFLE(ssse3_pshuf_b_128, i8x16, 16)
SHUFFLE(avx2_pshuf_b, i8x32, 32)

/* The sign of each element, as bits of a number. */
#define SIGNS(name, V, type, n)         \
	int X86(name)(V a)                  \
	{                                   \
		ELEMENTS(type, x, a);           \
		uint32_t r = 0;                 \
		EACH(i, n)                      \
		r |= (uint32_t)(x[i] < 0) << i; \
		return (int)r;                  \
	}
SIGNS(sse2_pmovmskb_128, i8x16, int8_t, 16)
SIGNS(avx2_pmovmskb, i8x32, int8_t, 32)
SIGNS(sse_movmsk_ps, f32x4, int32_t, 4)
SIGNS(avx_movmsk_ps_256, f32x8, int32_t, 8)
SIGNS(sse2_movmsk_pd, f64x2, int64_t, 2)
SIGNS(avx_movmsk_pd_256, f64x4, int64_t, 4)

/* Selects the second where the sign of the third is set. */
#define CHOOSE(name, V, type, n)       \
	V X86(name)(V a, V b, V c)         \
	{                                  \
		ELEMENTS(type, x, a);          \
		ELEMENTS(type, y, b);          \
		ELEMENTS(type, m, c);          \
		V r;                           \
		ELEMENTS(type, z, r);          \
		EACH(i, n)                     \
		z[i] = m[i] < 0 ? y[i] : x[i]; \
		return r;                      \
	}
CHOOSE(sse41_pblendvb, i8x16, int8_t, 16)
CHOOSE(avx2_pblendvb, i8x32, int8_t, 32)
CHOOSE(sse41_blendvps, f32x4, int32_t, 4)
CHOOSE(avx_blendv_ps_256, f32x8, int32_t, 8)
CHOOSE(sse41_blendvpd, f64x2, int64_t, 2)
CHOOSE(avx_blendv_pd_256, f64x4, int64_t, 4)

/* True if a & b is all 0; if ~a & b is all 0; if neither is. Only bits of `mask` count. */
#define TEST(name, V, type, n, mask, result)                     \
	int X86(name)(V a, V b)                                      \
	{                                                            \
		ELEMENTS(type, x, a);                                    \
		ELEMENTS(type, y, b);                                    \
		type both = 0, second = 0;                               \
		EACH(i, n)                                               \
		{                                                        \
			both |= x[i] & y[i];                                 \
			second |= ~x[i] & y[i];                              \
		}                                                        \
		int zero = !(both & (mask)), carry = !(second & (mask)); \
		(void)zero;                                              \
		(void)carry;                                             \
		return result;                                           \
	}
#define TESTS(z, c, nzc, V, type, n, mask) \
	TEST(z, V, type, n, mask, zero)        \
	TEST(c, V, type, n, mask, carry) TEST(nzc, V, type, n, mask, !zero && !carry)
TESTS(sse41_ptestz, sse41_ptestc, sse41_ptestnzc, i64x2, uint64_t, 2, ~0ull)
TESTS(avx_ptestz_256, avx_ptestc_256, avx_ptestnzc_256, i64x4, uint64_t, 4, ~0ull)
TESTS(avx_vtestz_ps, avx_vtestc_ps, avx_vtestnzc_ps, f32x4, uint32_t, 4, 1u << 31)
TESTS(avx_vtestz_ps_256, avx_vtestc_ps_256, avx_vtestnzc_ps_256, f32x8, uint32_t, 8, 1u << 31)
TESTS(avx_vtestz_pd, avx_vtestc_pd, avx_vtestnzc_pd, f64x2, uint64_t, 2, 1ull << 63)
TESTS(avx_vtestz_pd_256, avx_vtestc_pd_256, avx_vtestnzc_pd_256, f64x4, uint64_t, 4, 1ull << 63)

/* Elements by number: of the whole vector, or of each half of 16 bytes. */
#define PERMUTE(name, V, type, I, itype, n, index) \
	V X86(name)(V a, I b)                          \
	{                                              \
		ELEMENTS(type, x, a);                      \
		ELEMENTS(itype, y, b);                     \
		V r;                                       \
		ELEMENTS(type, z, r);                      \
		EACH(i, n)                                 \
		z[i] = x[index];                           \
		return r;                                  \
	}
PERMUTE(avx2_permd, i32x8, int32_t, i32x8, int32_t, 8, y[i] & 7)
PERMUTE(avx2_permps, f32x8, int32_t, i32x8, int32_t, 8, y[i] & 7)
PERMUTE(avx_vpermilvar_ps, f32x4, int32_t, i32x4, int32_t, 4, y[i] & 3)
PERMUTE(avx_vpermilvar_ps_256, f32x8, int32_t, i32x8, int32_t, 8, (i & 4) + (y[i] & 3))
PERMUTE(avx_vpermilvar_pd, f64x2, int64_t, i64x2, int64_t, 2, y[i] >> 1 & 1)
PERMUTE(avx_vpermilvar_pd_256, f64x4, int64_t, i64x4, int64_t, 4, (i & 2) + (y[i] >> 1 & 1))

i16x8 X86(sse41_phminposuw)(i16x8 a)
{
	ELEMENTS(uint16_t, x, a);
	i16x8 r = {0};
	ELEMENTS(uint16_t, z, r);
	unsigned least = 0;
	EACH(i, 8)
	least = x[i] < x[least] ? i : least;
	z[0] = x[least];
	z[1] = (uint16_t)least;
	return r;
}

/* Eight sums of distances of four bytes at moving positions; `how` selects the start. */
static void moving_distances(const uint8_t *x, const uint8_t *y, unsigned how, uint16_t *z)
{
	x += how & 4;
	y += 4 * (how & 3);
	EACH(i, 8)
	{
		z[i] = 0;
		EACH(k, 4)
		{
			int d = x[i + k] - y[k];
			z[i] += (uint16_t)(d < 0 ? -d : d);
		}
	}
}

i16x8 X86(sse41_mpsadbw)(i8x16 a, i8x16 b, int8_t how)
{
	i16x8 r;
	moving_distances((uint8_t *)&a, (uint8_t *)&b, (uint8_t)how, (uint16_t *)&r);
	return r;
}

i16x16 X86(avx2_mpsadbw)(i8x32 a, i8x32 b, int8_t how)
{
	i16x16 r;
	moving_distances((uint8_t *)&a, (uint8_t *)&b, (uint8_t)how, (uint16_t *)&r);
	moving_distances((uint8_t *)&a + 16, (uint8_t *)&b + 16, (uint8_t)how >> 3, (uint16_t *)&r + 8);
	return r;
}
