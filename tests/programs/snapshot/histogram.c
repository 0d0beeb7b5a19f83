/* histogram.c: a large table that is written where the input says, looked at, copied and written out between. */
#include <stdio.h>
#include <string.h>

static unsigned counts[64];
static struct pair {
	unsigned char key;
	short next;
} pairs[40];

int main(void)
{
	unsigned kept[64];
	int c, last = 0;
	while ((c = getchar()) != EOF && c != '.') {
		counts[c & 63]++;
		pairs[c % 40].next = (short)last;
		pairs[(c >> 1) % 40].key ^= 1;
		if (counts[5] > 1)
			memcpy(kept, counts, sizeof kept);
		if (counts[(c + 1) & 63] == 2)
			last += c & 3;
		if (c == 'w')
			fwrite(counts + 32, 4, 2, stdout);
		if (c == 'z')
			memset(counts + 8, 0, 64);
	}
	if (pairs[last & 31].next > 2 || pairs[3].key)
		puts("next");
	if (counts[5] > 1)
		printf("%u\n", kept[5]);
	printf("%u %u\n", counts[0], counts[33]);
	return 0;
}
