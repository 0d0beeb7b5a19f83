/* crc32.c: the checksum of a buffer, by table. Argument: passes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t table[256];
static unsigned char data[1 << 16];

static uint32_t crc(const unsigned char *p, size_t n)
{
	uint32_t c = ~0u;
	for (size_t i = 0; i < n; i++)
		c = table[(c ^ p[i]) & 255] ^ c >> 8;
	return ~c;
}

int main(int argc, char **argv)
{
	long passes = argc > 1 ? atol(argv[1]) : 6000;
	uint32_t sum = 0;
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
		table[i] = c;
	}
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (unsigned char)(i * 131 >> 3);
	for (long k = 0; k < passes; k++) {
		data[k & 0xffff] ^= (unsigned char)k;
		sum += crc(data, sizeof data);
	}
	printf("%08x\n", sum);
	return 0;
}
