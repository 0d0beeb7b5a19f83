/* alloca-huge.c: a length from outside goes to alloca. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

static int first(size_t n)
{
	char *p = alloca(n);
	p[0] = 'x';
	p[n - 1] = 'y';
	return p[0];
}

int main(int argc, char **argv)
{
	(void)argc;
	printf("%d\n", first(strtoul(argv[1], NULL, 10)));
	puts("done");
	return 0;
}
