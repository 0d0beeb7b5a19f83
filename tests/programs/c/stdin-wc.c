/* stdin-wc.c: a filter that counts, with getchar. */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
	long lines = 0, words = 0, bytes = 0, hist[256] = {0};
	int c, in = 0;
	while ((c = getchar()) != EOF) {
		bytes++;
		hist[c]++;
		lines += c == '\n';
		if (isspace(c))
			in = 0;
		else if (!in)
			in = 1, words++;
	}
	printf("%ld %ld %ld\n", lines, words, bytes);
	for (int i = 0; i < 256; i++)
		if (hist[i])
			printf("%02x:%ld ", i, hist[i]);
	printf("\n");
	return feof(stdin) ? 0 : 1;
}
