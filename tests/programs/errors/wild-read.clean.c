/* wild-read.clean.c: an address goes through an integer and back. */
#include <stdio.h>
#include <stdint.h>

int main(int argc, char **argv)
{
	(void)argv;
	int v = 5;
	int *p = (int *)((uintptr_t)&v * (unsigned)argc);
	printf("%d\n", *p);
	puts("done");
	return 0;
}
