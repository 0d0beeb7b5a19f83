/* builtins-bits.c: counting, swapping, reversing and rotating bits. */
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	static const uint64_t v[] = {1,
								 2,
								 3,
								 0x80,
								 0xff00,
								 0x80000000,
								 0xffffffff,
								 0x100000000,
								 0x8000000000000000,
								 0xdeadbeefcafebabe,
								 ~0ul};
	for (unsigned i = 0; i < sizeof v / sizeof v[0]; i++) {
		uint64_t x = v[i];
		uint32_t w = (uint32_t)x;
		printf("%d %d %d %d ", __builtin_clzl(x), __builtin_ctzl(x), __builtin_popcountl(x),
			   __builtin_parityl(x));
		printf("%d %d ", __builtin_ffs((int)w), __builtin_ffsl((long)x));
		if (w)
			printf("%d %d ", __builtin_clz(w), __builtin_ctz(w));
		printf("%d %d ", __builtin_popcount(w), __builtin_clrsb((int)w));
		printf("%04x %08x %016lx ", __builtin_bswap16((uint16_t)x), __builtin_bswap32(w),
			   __builtin_bswap64(x));
		printf("%02x %04x %08x %016lx ", __builtin_bitreverse8((uint8_t)x),
			   __builtin_bitreverse16((uint16_t)x), __builtin_bitreverse32(w),
			   __builtin_bitreverse64(x));
		printf("%02x %04x %08x %016lx\n", __builtin_rotateleft8((uint8_t)x, 3),
			   __builtin_rotateright16((uint16_t)x, 5), __builtin_rotateleft32(w, 13),
			   __builtin_rotateright64(x, 47));
	}
	printf("%d %d\n", __builtin_clzll(1), __builtin_clrsbl(-1));
	return 0;
}
