// inputs: int[-4,4] int[-4,4]
// A stream whose writes are the program's own function.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/types.h>
#include <stdlib.h>
static ssize_t cw(void *k, const char *b, size_t n)
{
	fwrite(b, 1, n, stdout);
	return (ssize_t)n;
}
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	cookie_io_functions_t io = {.write = cw};
	FILE *f = fopencookie(0, "w", io);
	setvbuf(f, 0, _IONBF, 0);
	stderr = f;
	if (b > 0)
		fprintf(stderr, "x");
	if (a > 0)
		fputs("y", f);
	return 0;
}
