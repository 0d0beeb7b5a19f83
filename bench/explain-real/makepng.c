/* makepng.c: writes a PNG of chunks: makepng IHDR WIDTH HEIGHT DEPTH COLOUR | CHUNK NAME BYTES... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t crc(const unsigned char *at, size_t n)
{
	uint32_t c = ~0u;
	for (size_t i = 0; i < n; i++) {
		c ^= at[i];
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
	}
	return ~c;
}

static void put32(uint32_t v)
{
	for (int i = 24; i >= 0; i -= 8)
		putchar((int)(v >> i & 255));
}

static void chunk(const char *name, const unsigned char *data, size_t n)
{
	unsigned char *all = malloc(n + 4);
	memcpy(all, name, 4);
	memcpy(all + 4, data, n);
	put32((uint32_t)n);
	fwrite(all, 1, n + 4, stdout);
	put32(crc(all, n + 4));
	free(all);
}

/* Each argument is a chunk: NAME=COUNTxBYTE, or NAME=HEX. */
int main(int argc, char **argv)
{
	fwrite("\x89PNG\r\n\x1a\n", 1, 8, stdout);
	for (int i = 1; i < argc; i++) {
		char *value = strchr(argv[i], '=') + 1;
		unsigned char data[4096];
		size_t n = 0;
		unsigned count, byte;
		if (sscanf(value, "%ux%x", &count, &byte) == 2 && strchr(value, 'x'))
			for (; n < count; n++)
				data[n] = (unsigned char)byte;
		else
			for (; sscanf(value + 2 * n, "%2x", &byte) == 1 && value[2 * n]; n++)
				data[n] = (unsigned char)byte;
		chunk(argv[i], data, n);
	}
	return 0;
}
