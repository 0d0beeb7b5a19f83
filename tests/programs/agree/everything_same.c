/* NEW computes the same sum in another order. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 3 : 0;
	const char *mode = getenv("MODE");
	char *block = malloc(16);
	if (!block)
		return 3;
	FILE *f = fopen("conf", "r");
	int c = f ? getc(f) : EOF, d = getchar(), early = time(0) < 1893456000;
#if NEW
	int sum = (c == 'k') + (d == 'q') + n + early;
#else
	int sum = n + early + (d == 'q') + (c == 'k');
#endif
	if (mode && mode[0] == 'x' && early)
		sum++;
	printf("%d\n", sum);
	if (f)
		fclose(f);
	free(block);
	return 0;
}
