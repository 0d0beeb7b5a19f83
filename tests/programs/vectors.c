/* vectors.c: every intrinsic of SSE to AVX2 that is more than plain operations, on edges and random bytes; a line each. */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 6 };

static uint32_t state = 12345;
static unsigned char in[4][64], out[64];

static void fill(int round)
{
	static const unsigned char edges[] = {0, 0x80, 0xff, 0x7f, 1, 0xfe};
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 64; k++) {
			state = state * 1103515245u + 12345;
			in[i][k] =
				round < 2 ? edges[(state >> 16) % sizeof edges] : (unsigned char)(state >> 16);
		}
}

/* Numbers rather than any bytes: products and sums of not-a-numbers have a payload that compilers may choose. */
static void fill_floats(int wide)
{
	static const double numbers[] = {0.0,  -0.0, 0.5,   1.5,          2.5,
									 -2.5, 1e10, -3e9,  2147483647.5, -2147483648.0,
									 1e19, 7.25, -1.75, 1e-3,         65536.5};
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < (wide ? 8 : 16); k++) {
			state = state * 1103515245u + 12345;
			double d = numbers[(state >> 16) % (sizeof numbers / sizeof *numbers)];
			float f = (float)d;
			memcpy(in[i] + k * (wide ? 8 : 4), wide ? (void *)&d : (void *)&f, wide ? 8 : 4);
		}
}

static uint32_t hash(uint32_t h, const void *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 16777619u;
	return h;
}

#define ROUNDED(name, prepare, body)                   \
	do {                                               \
		uint32_t h = 2166136261u;                      \
		for (int round = 0; round < ROUNDS; round++) { \
			fill(round);                               \
			prepare;                                   \
			body;                                      \
		}                                              \
		printf("%s %08x\n", name, h);                  \
	} while (0)
#define SHOW(type, value)          \
	do {                           \
		type r = value;            \
		h = hash(h, &r, sizeof r); \
	} while (0)
#define A(type) (*(type *)in[0])
#define B(type) (*(type *)in[1])
#define C(type) (*(type *)in[2])
#define TWO(type, f) ROUNDED(#f, , SHOW(type, f(A(type), B(type))))
#define THREE(type, f) ROUNDED(#f, , SHOW(type, f(A(type), B(type), C(type))))
#define ONE(type, f) ROUNDED(#f, , SHOW(type, f(A(type))))
#define NUMBER(type, f) ROUNDED(#f, , SHOW(int, f(A(type))))
#define NUMBER2(type, f) ROUNDED(#f, , SHOW(int, f(A(type), B(type))))
#define COUNT(type, f, k) ROUNDED(#f, , SHOW(type, f(A(type), k)))
#define COUNTS(type, f)               \
	ROUNDED(#f, memset(in[1], 0, 16); \
			in[1][0] = (unsigned char)(round * 13), SHOW(type, f(A(type), B(__m128i))))
#define FLOATS(type, wide, f) ROUNDED(#f, fill_floats(wide), SHOW(type, f(A(type), B(type))))
#define FLOAT(type, result, wide, f) ROUNDED(#f, fill_floats(wide), SHOW(result, f(A(type))))
#define MODE(type, wide, f, mode) \
	ROUNDED(#f " " #mode, fill_floats(wide), SHOW(type, f(A(type), B(type), mode)))
#define ROUNDING(type, wide, f, mode) \
	ROUNDED(#f " " #mode, fill_floats(wide), SHOW(type, f(A(type), mode)))

static void integers(void)
{
	TWO(__m128i, _mm_avg_epu8);
	TWO(__m128i, _mm_avg_epu16);
	TWO(__m128i, _mm_mulhi_epi16);
	TWO(__m128i, _mm_mulhi_epu16);
	TWO(__m128i, _mm_mulhrs_epi16);
	TWO(__m128i, _mm_sign_epi8);
	TWO(__m128i, _mm_sign_epi16);
	TWO(__m128i, _mm_sign_epi32);
	TWO(__m128i, _mm_packs_epi16);
	TWO(__m128i, _mm_packus_epi16);
	TWO(__m128i, _mm_packs_epi32);
	TWO(__m128i, _mm_packus_epi32);
	TWO(__m128i, _mm_madd_epi16);
	TWO(__m128i, _mm_maddubs_epi16);
	TWO(__m128i, _mm_hadd_epi16);
	TWO(__m128i, _mm_hadd_epi32);
	TWO(__m128i, _mm_hadds_epi16);
	TWO(__m128i, _mm_hsub_epi16);
	TWO(__m128i, _mm_hsub_epi32);
	TWO(__m128i, _mm_hsubs_epi16);
	TWO(__m128i, _mm_sad_epu8);
	TWO(__m128i, _mm_shuffle_epi8);
	NUMBER(__m128i, _mm_movemask_epi8);
	THREE(__m128i, _mm_blendv_epi8);
	NUMBER2(__m128i, _mm_testz_si128);
	NUMBER2(__m128i, _mm_testc_si128);
	NUMBER2(__m128i, _mm_testnzc_si128);
	ONE(__m128i, _mm_minpos_epu16);
	ONE(__m128i, _mm_abs_epi8);
	ONE(__m128i, _mm_abs_epi16);
	ONE(__m128i, _mm_abs_epi32);
	ROUNDED("_mm_mpsadbw_epu8", , SHOW(__m128i, _mm_mpsadbw_epu8(A(__m128i), B(__m128i), 6)));
	TWO(__m128i, _mm_adds_epi8);
	TWO(__m128i, _mm_adds_epu16);
	TWO(__m128i, _mm_subs_epu8);
	TWO(__m128i, _mm_subs_epi16);
	TWO(__m128i, _mm_max_epu8);
	TWO(__m128i, _mm_min_epi16);
	TWO(__m128i, _mm_mul_epu32);
	TWO(__m128i, _mm_mullo_epi16);
	TWO(__m128i, _mm_cmpgt_epi8);
	TWO(__m128i, _mm_unpacklo_epi8);
	TWO(__m128i, _mm_andnot_si128);
	ROUNDED("_mm_alignr_epi8", , SHOW(__m128i, _mm_alignr_epi8(A(__m128i), B(__m128i), 5)));
	ROUNDED("_mm_slli_si128", , SHOW(__m128i, _mm_slli_si128(A(__m128i), 3)));
	COUNT(__m128i, _mm_slli_epi16, 3);
	COUNT(__m128i, _mm_srli_epi32, 33);
	COUNT(__m128i, _mm_srai_epi16, 20);
	COUNT(__m128i, _mm_slli_epi64, 40);
	COUNTS(__m128i, _mm_sll_epi16);
	COUNTS(__m128i, _mm_sll_epi32);
	COUNTS(__m128i, _mm_sll_epi64);
	COUNTS(__m128i, _mm_srl_epi16);
	COUNTS(__m128i, _mm_srl_epi32);
	COUNTS(__m128i, _mm_srl_epi64);
	COUNTS(__m128i, _mm_sra_epi16);
	COUNTS(__m128i, _mm_sra_epi32);
}

static void wide_integers(void)
{
	TWO(__m256i, _mm256_avg_epu8);
	TWO(__m256i, _mm256_avg_epu16);
	TWO(__m256i, _mm256_mulhi_epi16);
	TWO(__m256i, _mm256_mulhi_epu16);
	TWO(__m256i, _mm256_mulhrs_epi16);
	TWO(__m256i, _mm256_sign_epi8);
	TWO(__m256i, _mm256_sign_epi16);
	TWO(__m256i, _mm256_sign_epi32);
	TWO(__m256i, _mm256_packs_epi16);
	TWO(__m256i, _mm256_packus_epi16);
	TWO(__m256i, _mm256_packs_epi32);
	TWO(__m256i, _mm256_packus_epi32);
	TWO(__m256i, _mm256_madd_epi16);
	TWO(__m256i, _mm256_maddubs_epi16);
	TWO(__m256i, _mm256_hadd_epi16);
	TWO(__m256i, _mm256_hadd_epi32);
	TWO(__m256i, _mm256_hadds_epi16);
	TWO(__m256i, _mm256_hsub_epi16);
	TWO(__m256i, _mm256_hsub_epi32);
	TWO(__m256i, _mm256_hsubs_epi16);
	TWO(__m256i, _mm256_sad_epu8);
	TWO(__m256i, _mm256_shuffle_epi8);
	NUMBER(__m256i, _mm256_movemask_epi8);
	THREE(__m256i, _mm256_blendv_epi8);
	NUMBER2(__m256i, _mm256_testz_si256);
	NUMBER2(__m256i, _mm256_testc_si256);
	NUMBER2(__m256i, _mm256_testnzc_si256);
	ROUNDED("_mm256_mpsadbw_epu8", ,
			SHOW(__m256i, _mm256_mpsadbw_epu8(A(__m256i), B(__m256i), 42)));
	TWO(__m256i, _mm256_sllv_epi32);
	TWO(__m256i, _mm256_sllv_epi64);
	TWO(__m256i, _mm256_srlv_epi32);
	TWO(__m256i, _mm256_srlv_epi64);
	TWO(__m256i, _mm256_srav_epi32);
	TWO(__m128i, _mm_sllv_epi32);
	TWO(__m128i, _mm_srlv_epi64);
	TWO(__m128i, _mm_srav_epi32);
	TWO(__m128i, _mm_sllv_epi64);
	TWO(__m128i, _mm_srlv_epi32);
	TWO(__m256i, _mm256_permutevar8x32_epi32);
	TWO(__m256i, _mm256_unpackhi_epi16);
	TWO(__m256i, _mm256_adds_epi16);
	TWO(__m256i, _mm256_subs_epu8);
	COUNT(__m256i, _mm256_slli_epi16, 7);
	COUNT(__m256i, _mm256_srai_epi32, 9);
	COUNT(__m256i, _mm256_srli_epi64, 70);
	COUNTS(__m256i, _mm256_sll_epi16);
	COUNTS(__m256i, _mm256_sll_epi32);
	COUNTS(__m256i, _mm256_sll_epi64);
	COUNTS(__m256i, _mm256_srl_epi16);
	COUNTS(__m256i, _mm256_srl_epi32);
	COUNTS(__m256i, _mm256_srl_epi64);
	COUNTS(__m256i, _mm256_sra_epi16);
	COUNTS(__m256i, _mm256_sra_epi32);
}

static void floats(void)
{
	FLOATS(__m128, 0, _mm_min_ps);
	FLOATS(__m128, 0, _mm_max_ps);
	FLOATS(__m128, 0, _mm_min_ss);
	FLOATS(__m128, 0, _mm_max_ss);
	FLOATS(__m128d, 1, _mm_min_pd);
	FLOATS(__m128d, 1, _mm_max_pd);
	FLOATS(__m128d, 1, _mm_min_sd);
	FLOATS(__m128d, 1, _mm_max_sd);
	FLOATS(__m256, 0, _mm256_min_ps);
	FLOATS(__m256, 0, _mm256_max_ps);
	FLOATS(__m256d, 1, _mm256_min_pd);
	FLOATS(__m256d, 1, _mm256_max_pd);
	TWO(__m128, _mm_cmplt_ps);
	TWO(__m128, _mm_cmpeq_ps);
	TWO(__m128, _mm_cmpunord_ps);
	TWO(__m128d, _mm_cmpnle_pd);
	TWO(__m128d, _mm_cmpord_sd);
	TWO(__m128, _mm_cmpneq_ss);
	MODE(__m256, 0, _mm256_cmp_ps, 8);
	MODE(__m256, 0, _mm256_cmp_ps, 25);
	MODE(__m256, 0, _mm256_cmp_ps, 30);
	MODE(__m256d, 1, _mm256_cmp_pd, 12);
	MODE(__m256d, 1, _mm256_cmp_pd, 13);
	MODE(__m256d, 1, _mm256_cmp_pd, 11);
	MODE(__m256d, 1, _mm256_cmp_pd, 15);
	MODE(__m128, 0, _mm_cmp_ps, 10);
	NUMBER2(__m128, _mm_comieq_ss);
	NUMBER2(__m128, _mm_comilt_ss);
	NUMBER2(__m128d, _mm_ucomige_sd);
	NUMBER2(__m128d, _mm_comineq_sd);
	FLOAT(__m128, int, 0, _mm_cvtss_si32);
	FLOAT(__m128, int, 0, _mm_cvttss_si32);
	FLOAT(__m128d, int, 1, _mm_cvtsd_si32);
	FLOAT(__m128d, long long, 1, _mm_cvtsd_si64);
	FLOAT(__m128d, long long, 1, _mm_cvttsd_si64);
	FLOAT(__m128, __m128i, 0, _mm_cvtps_epi32);
	FLOAT(__m128, __m128i, 0, _mm_cvttps_epi32);
	FLOAT(__m128d, __m128i, 1, _mm_cvtpd_epi32);
	FLOAT(__m128d, __m128i, 1, _mm_cvttpd_epi32);
	FLOAT(__m256, __m256i, 0, _mm256_cvtps_epi32);
	FLOAT(__m256, __m256i, 0, _mm256_cvttps_epi32);
	FLOAT(__m256d, __m128i, 1, _mm256_cvtpd_epi32);
	FLOAT(__m256d, __m128i, 1, _mm256_cvttpd_epi32);
	FLOAT(__m256d, __m128, 1, _mm256_cvtpd_ps);
	FLOAT(__m128d, __m128, 1, _mm_cvtpd_ps);
	ROUNDING(__m128, 0, _mm_round_ps, 0);
	ROUNDING(__m128, 0, _mm_round_ps, 1);
	ROUNDING(__m128d, 1, _mm_round_pd, 2);
	ROUNDING(__m256, 0, _mm256_round_ps, 3);
	ROUNDING(__m256d, 1, _mm256_round_pd, 8);
	MODE(__m128, 0, _mm_round_ss, 1);
	MODE(__m128d, 1, _mm_round_sd, 2);
	FLOATS(__m128, 0, _mm_hadd_ps);
	FLOATS(__m128d, 1, _mm_hsub_pd);
	FLOATS(__m256, 0, _mm256_hsub_ps);
	FLOATS(__m256d, 1, _mm256_hadd_pd);
	FLOATS(__m128, 0, _mm_addsub_ps);
	FLOATS(__m256d, 1, _mm256_addsub_pd);
	NUMBER(__m128, _mm_movemask_ps);
	NUMBER(__m128d, _mm_movemask_pd);
	NUMBER(__m256, _mm256_movemask_ps);
	NUMBER(__m256d, _mm256_movemask_pd);
	THREE(__m128, _mm_blendv_ps);
	THREE(__m256d, _mm256_blendv_pd);
	THREE(__m128d, _mm_blendv_pd);
	NUMBER2(__m128, _mm_testz_ps);
	NUMBER2(__m256d, _mm256_testc_pd);
	NUMBER2(__m256, _mm256_testnzc_ps);
	ROUNDED("_mm_insert_ps", fill_floats(0),
			SHOW(__m128, _mm_insert_ps(A(__m128), B(__m128), 0x98)));
	ROUNDED("_mm_permutevar_ps", , SHOW(__m128, _mm_permutevar_ps(A(__m128), B(__m128i))));
	ROUNDED("_mm256_permutevar_pd", , SHOW(__m256d, _mm256_permutevar_pd(A(__m256d), B(__m256i))));
	ROUNDED("_mm256_permutevar8x32_ps", ,
			SHOW(__m256, _mm256_permutevar8x32_ps(A(__m256), B(__m256i))));
}

static void memory_and_bits(void)
{
	ROUNDED("_mm256_maskload_epi32", ,
			SHOW(__m256i, _mm256_maskload_epi32((int *)in[0], B(__m256i))));
	ROUNDED("_mm_maskload_pd", , SHOW(__m128d, _mm_maskload_pd((double *)in[0], B(__m128i))));
	ROUNDED("_mm256_maskstore_epi64", memset(out, 0, 64),
			_mm256_maskstore_epi64((long long *)out, B(__m256i), A(__m256i));
			h = hash(h, out, 64));
	ROUNDED("_mm_maskmoveu_si128", memset(out, 0, 64),
			_mm_maskmoveu_si128(A(__m128i), B(__m128i), (char *)out);
			h = hash(h, out, 64));
	ROUNDED("_mm_lddqu_si128", , SHOW(__m128i, _mm_lddqu_si128((__m128i *)(in[0] + 3))));
	ROUNDED("_mm256_i32gather_epi32", for (int i = 0; i < 8; i++)((int *)in[1])[i] &= 15,
			SHOW(__m256i, _mm256_i32gather_epi32((int *)in[0], B(__m256i), 4)));
	ROUNDED("_mm256_mask_i64gather_pd", for (int i = 0; i < 4; i++)((long *)in[1])[i] &= 7,
			SHOW(__m256d, _mm256_mask_i64gather_pd(C(__m256d), (double *)in[0], B(__m256i),
												   *(__m256d *)in[3], 8)));
	ROUNDED("_mm_crc32", ,
			SHOW(uint64_t,
				 _mm_crc32_u64(
					 _mm_crc32_u32(_mm_crc32_u16(_mm_crc32_u8(in[0][0], in[0][1]), A(uint16_t)),
								   B(uint32_t)),
					 C(uint64_t))));
	ROUNDED("_mm_clmulepi64_si128", ,
			SHOW(__m128i, _mm_clmulepi64_si128(A(__m128i), B(__m128i), 0x10)));
	ROUNDED(
		"_pdep_u64", ,
		SHOW(uint64_t, _pdep_u64(A(uint64_t), B(uint64_t)) ^ _pext_u64(A(uint64_t), C(uint64_t))));
	ROUNDED("_bextr_u32", ,
			SHOW(uint32_t, _bextr_u32(A(uint32_t), 3, 7) ^ _bzhi_u32(B(uint32_t), 9) ^
							   _pext_u32(A(uint32_t), B(uint32_t))));
	_mm_pause();
	_mm_sfence();
	_mm_mfence();
}

int main(void)
{
	integers();
	wide_integers();
	floats();
	memory_and_bits();
	return 0;
}
