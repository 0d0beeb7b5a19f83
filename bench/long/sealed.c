/* sealed.c: records behind a checksum: CRC-32 by a table over all bytes, then tag, length and value.
 * long: --stdin @file:N=SEED
 */
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static void make_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
		table[i] = c;
	}
}

static uint32_t crc(const unsigned char *p, size_t n)
{
	uint32_t c = ~0u;
	while (n--)
		c = table[(c ^ *p++) & 255] ^ c >> 8;
	return ~c;
}

int main(void)
{
	static unsigned char text[16384];
	size_t n = fread(text, 1, sizeof text, stdin), at = 4;
	int kinds[4] = {0}, bad = 0;
	make_table();
	if (n < 4)
		return 2;
	uint32_t output = text[0] | text[1] << 8 | text[2] << 16 | (uint32_t)text[3] << 24;
	if (crc(text + 4, n - 4) != output)
		bad = 1;
	while (at + 2 <= n) {
		unsigned kind = text[at], size = text[at + 1] & 31;
		if (at + 2 + size > n)
			break;
		kinds[kind == 'N' ? 0 : kind == 'T' ? 1 : kind == 'L' ? 2 : 3]++;
		at += 2 + size;
	}
	printf("%s: %d numbers, %d texts, %d lists, %d others\n", bad ? "broken" : "good", kinds[0],
		   kinds[1], kinds[2], kinds[3]);
	return bad;
}
