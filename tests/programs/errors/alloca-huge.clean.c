/* alloca-huge.clean.c: what is too large goes to the heap. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

static int first(size_t n)
{
	char *heap = n > 4096 ? malloc(n) : NULL;
	char *p = heap ? heap : alloca(n);
	p[0] = 'x';
	int c = p[0];
	free(heap);
	return c;
}

int main(int argc, char **argv)
{
	(void)argc;
	printf("%d\n", first(strtoul(argv[1], NULL, 10) / 100000));
	puts("done");
	return 0;
}
