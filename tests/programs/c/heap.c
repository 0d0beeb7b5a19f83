/* heap.c: malloc family under mixed sizes; contents survive realloc; calloc clears recycled memory.
 */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned seed = 1;

static unsigned next(void)
{
	return seed = seed * 1103515245 + 12345, seed >> 16;
}

int main(void)
{
	enum { N = 64 };
	unsigned char *p[N] = {0};
	size_t size[N] = {0};
	unsigned long h = 0;
	int bad = 0;
	for (int round = 0; round < 3000; round++) {
		unsigned i = next() % N;
		if (p[i]) {
			for (size_t k = 0; k < size[i]; k++)
				bad += p[i][k] != (unsigned char)(i + k);
			h = h * 31 + size[i];
		}
		size_t n = next() % 300;
		switch (next() % 4) {
		case 0:
			free(p[i]);
			p[i] = NULL;
			n = 0;
			break;
		case 1:
			free(p[i]);
			p[i] = calloc(n + 1, 1);
			for (size_t k = 0; k <= n; k++)
				bad += p[i][k] != 0;
			break;
		default: p[i] = realloc(p[i], n + 1); break;
		}
		size[i] = n;
		for (size_t k = 0; k < n; k++)
			p[i][k] = (unsigned char)(i + k);
	}
	printf("%d %lx\n", bad, h);
	for (int i = 0; i < N; i++)
		free(p[i]);
	errno = 0;
	volatile size_t huge = SIZE_MAX / 2 + 1;
	void *volatile a = malloc(huge);
	printf("%d %d\n", a == NULL, errno == ENOMEM);
	errno = 0;
	void *volatile b = calloc(huge, 4);
	printf("%d %d\n", b == NULL, errno == ENOMEM);
	int *c = reallocarray(NULL, 10, sizeof *c);
	c[9] = 1;
	printf("%d %d\n", c[9], malloc_usable_size(c) >= 40);
	char *s = strdup("copy"), *t = strndup("truncated", 5);
	printf("%s %s\n", s, t);
	free(c);
	free(s);
	free(t);
	free(NULL);
	return 0;
}
