// inputs: int[0,7] int[0,7] int[0,7]
/* Objects of more than 64 bytes, written and read at places of the input again and again, with plain
 * writes, writes of other sizes and reads of a part between: what is read is what was written last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	short key;
	int count;
	char mark[3];
};

static int bins[24];
static struct item items[16];
static unsigned char bytes[96];

static void fill(unsigned a, unsigned b, unsigned c)
{
	bins[a * 3]++;
	bins[b * 3]++;
	bins[6] += 2;
	bins[c + 2] += bins[a * 3];
	bins[b + 8]--;
	items[a + 4].count = bins[b + 4];
	items[b + 4].key = (short)(c + 1);
	items[c * 2].count += items[a + 4].key;
	items[9].mark[a % 3] = 'x';
	memset(bytes + 16, 1, 24);
	bytes[a * 8 + 3] = (unsigned char)c;
	*(int *)(bytes + 4 * b + 16) += 257;
	memcpy(bytes + 40, bytes + 8, 16);
	bytes[c + 40] ^= bytes[b * 4 + 16];
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 1;
	unsigned a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]);
	memset(bins, 0, sizeof bins);
	memset(items, 0, sizeof items);
	memset(bytes, 0, sizeof bytes);
	fill(a, b, c);
	unsigned sum = 0;
	for (int i = 0; i < 24; i++)
		sum = sum * 3 + (unsigned)bins[i];
	for (int i = 0; i < 16; i++)
		sum = sum * 5 + (unsigned)items[i].key + (unsigned)items[i].count * 7 + items[i].mark[1];
	for (int i = 0; i < 96; i++)
		sum = sum * 31 + bytes[i];
	printf("%u %d %d\n", sum, bins[b + c], items[(a + b) % 16].count);
	return bins[c * 3] > 1;
}
