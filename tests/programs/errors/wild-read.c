/* wild-read.c: an address out of nowhere is read. */
#include <stdio.h>
#include <stdint.h>

int main(int argc, char **argv)
{
	(void)argv;
	int *p = (int *)(uintptr_t)(0x6eadbeef1000u * (unsigned)argc);
	printf("%d\n", *p);
	puts("done");
	return 0;
}
