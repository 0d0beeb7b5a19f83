/* float-bits.c: unions and memcpy between numbers and their bits, half precision by hand. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union f32 {
	float f;
	uint32_t u;
	struct {
		uint32_t frac : 23, exp : 8, sign : 1;
	} s;
	unsigned char b[4];
};

static float rsqrt(float x)
{
	union f32 v = {.f = x};
	v.u = 0x5f3759df - (v.u >> 1);
	return v.f * (1.5f - 0.5f * x * v.f * v.f);
}

static uint16_t to_half(float f)
{
	union f32 v = {f};
	int e = (int)v.s.exp - 112;
	if (e <= 0)
		return (uint16_t)(v.s.sign << 15);
	if (e >= 31)
		return (uint16_t)(v.s.sign << 15 | 0x7c00);
	return (uint16_t)(v.s.sign << 15 | (unsigned)e << 10 | v.s.frac >> 13);
}

int main(void)
{
	float f[] = {1, -1, 0.5f, 100, 1e-3f, 65504, 1e6f, 3.14159f};
	for (int i = 0; i < 8; i++) {
		union f32 v = {f[i]};
		printf("%g: %08x %u %u %u %02x%02x%02x%02x %04x %.6g\n", f[i], v.u, v.s.sign, v.s.exp,
			   v.s.frac, v.b[0], v.b[1], v.b[2], v.b[3], to_half(f[i]),
			   f[i] > 0 ? rsqrt(f[i]) : 0.f);
	}
	double d = 1;
	for (int i = 0; i < 5; i++) {
		uint64_t u;
		memcpy(&u, &d, 8);
		u += (uint64_t)1 << (52 - i);
		memcpy(&d, &u, 8);
		printf("%.17g\n", d);
	}
	return 0;
}
