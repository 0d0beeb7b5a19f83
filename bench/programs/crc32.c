/* crc32.c: table-driven checksum of a buffer. Argument: kilobytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t table[256];

static void make_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
		table[i] = c;
	}
}

static uint32_t crc(uint32_t c, const unsigned char *p, size_t n)
{
	c = ~c;
	while (n--)
		c = table[(c ^ *p++) & 0xff] ^ c >> 8;
	return ~c;
}

int main(int argc, char **argv)
{
	long kb = argc > 1 ? atol(argv[1]) : 40000;
	static unsigned char buf[1024];
	uint32_t c = 0;
	make_table();
	for (int i = 0; i < 1024; i++)
		buf[i] = (unsigned char)(i * i >> 3);
	for (long i = 0; i < kb; i++) {
		buf[i & 1023]++;
		c = crc(c, buf, sizeof buf);
	}
	printf("%08x\n", c);
	return 0;
}
