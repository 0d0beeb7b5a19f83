/* bytes.c: how often each byte occurs, the most frequent first, as wc and entropy tools have it.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned count[256];

static int more(const void *a, const void *b)
{
	unsigned x = count[*(const unsigned char *)a], y = count[*(const unsigned char *)b];
	return x < y ? 1 : x > y ? -1 : 0;
}

int main(void)
{
	unsigned char order[256];
	int c, lines = 0, words = 0, inside = 0;
	while ((c = getchar()) != EOF) {
		count[c]++;
		lines += c == '\n';
		words += !inside && c > ' ';
		inside = c > ' ';
	}
	for (int i = 0; i < 256; i++)
		order[i] = (unsigned char)i;
	qsort(order, 256, 1, more);
	printf("%d lines, %d words\n", lines, words);
	for (int i = 0; i < 5 && count[order[i]]; i++)
		printf("%02x %u\n", order[i], count[order[i]]);
	return 0;
}
