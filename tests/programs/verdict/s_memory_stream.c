// own: the length of a number in a stream over memory
// options: --assume 'arg1 >= 0 && arg1 < 16' -- @int=3
// expect: different
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	char *text = 0;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	fprintf(f, "%d", atoi(v[1]));
	fclose(f);
	printf("%d\n", n > 0); //OLD
	printf("%d\n", n == 1); //NEW
	return 0 * c;
}
