#!/bin/sh
# vectors.t: intrinsics of SSE to AVX2 as natively, on symbolic bytes, or named.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
flags='-mavx2 -mpclmul -mbmi -mbmi2 -msse4.2'

same()
{
	"$clang" -w -O1 $flags -o native "$programs/vectors.c" && ./native >native.out &&
		timeout "$limit" "$drift" run --cflags "$flags" "$programs/vectors.c" >machine.out &&
		[ "$(wc -l <native.out)" -gt 190 ] && diff native.out machine.out
}
if grep -q -w avx2 /proc/cpuinfo && grep -q -w bmi2 /proc/cpuinfo; then
	check 'results are those of the processor' same
else
	ok 'results are those of the processor # SKIP this one has no AVX2'
fi

# The Paeth predictor of PNG, eight at a time and one at a time; then without its third choice.
cat >scalar.c <<'END'
#include <stdint.h>
static int distance(int a, int b) { return a < b ? b - a : a - b; }
void paeth(const uint8_t in[3], uint8_t out[1])
{
	int p = in[0] + in[1] - in[2], a = distance(p, in[0]), b = distance(p, in[1]), c = distance(p, in[2]);
	out[0] = a <= b && a <= c ? in[0] : b <= c ? in[1] : in[2];
}
END
cat >vector.c <<'END'
#include <stdint.h>
#include <tmmintrin.h>
static __m128i choose(__m128i c, __m128i t, __m128i e) { return _mm_or_si128(_mm_and_si128(c, t), _mm_andnot_si128(c, e)); }
void paeth(const uint8_t in[3], uint8_t out[1])
{
	__m128i a = _mm_set1_epi16(in[0]), b = _mm_set1_epi16(in[1]), c = _mm_set1_epi16(in[2]);
	__m128i pa = _mm_sub_epi16(b, c), pb = _mm_sub_epi16(a, c), pc = _mm_abs_epi16(_mm_add_epi16(pa, pb));
	pa = _mm_abs_epi16(pa);
	pb = _mm_abs_epi16(pb);
	__m128i smallest = _mm_min_epi16(pc, _mm_min_epi16(pa, pb));
	__m128i nearest = choose(_mm_cmpeq_epi16(smallest, pa), a, choose(_mm_cmpeq_epi16(smallest, pb), b, c));
	out[0] = (uint8_t)_mm_cvtsi128_si32(_mm_packus_epi16(nearest, nearest));
}
END
sed 's/_mm_min_epi16(pc, _mm_min_epi16(pa, pb))/_mm_min_epi16(pa, pb)/' vector.c >third.c
capture third "$drift" test vector.c third.c --cflags -mssse3 --stop-after 1 --entry 'void paeth(const uint8_t in[3], uint8_t out[1])' </dev/null
check 'a difference behind them is found, and confirmed' sh -c '[ "$(cat third.status)" -eq 1 ] && grep -q "^different: .*confirmed\|^difference 1" third.out || { cat third.out third.err; false; }'
capture paeth "$drift" test scalar.c vector.c --cflags -mssse3 --time 0 --runs 8 --entry 'void paeth(const uint8_t in[3], uint8_t out[1])' </dev/null
check 'and none where there is none' sh -c '[ "$(cat paeth.status)" -eq 0 ] || { cat paeth.out paeth.err; false; }'

# What is not executed has a name and a place.
cat >rcp.c <<'END'
#include <xmmintrin.h>
int main(void)
{
	__m128 r = _mm_rcp_ps(_mm_set1_ps(3));
	return (int)r[0];
}
END
capture rcp "$drift" run rcp.c
check 'others are named with their place' sh -c '[ "$(cat rcp.status)" -eq 2 ] && grep -q "rcp.c:4.*llvm.x86.sse.rcp.ps\|xmmintrin.h.*llvm.x86.sse.rcp.ps" rcp.err || { cat rcp.err; false; }'

finish
