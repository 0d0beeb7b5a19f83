/* sha256.c: digests of a buffer. Argument: megabytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t k[64];

static uint32_t rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static void block(uint32_t *h, const unsigned char *p)
{
	uint32_t w[64], v[8];
	for (int i = 0; i < 16; i++, p += 4)
		w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
			   (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
	for (int i = 0; i < 8; i++)
		v[i] = h[i];
	for (int i = 0; i < 64; i++) {
		uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
		uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
		uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
		uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		for (int j = 7; j > 0; j--)
			v[j] = v[j - 1];
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		h[i] += v[i];
}

int main(int argc, char **argv)
{
	long megabytes = argc > 1 ? atol(argv[1]) : 130;
	static unsigned char data[1 << 16];
	uint32_t h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, r = 7;
	for (int i = 0; i < 64; i++) /* any constants: only the time matters */
		k[i] = r = r * 1664525u + 1013904223u;
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (unsigned char)(i * 7);
	for (long n = 0; n < megabytes * 16; n++)
		for (size_t i = 0; i < sizeof data; i += 64)
			block(h, data + i);
	for (int i = 0; i < 8; i++)
		printf("%08x", h[i]);
	putchar('\n');
	return 0;
}
