/* stack-partial-read.c: an eight byte read starts inside the object and ends outside. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	(void)argv;
	char buf[10];
	long v;
	memset(buf, 'x', sizeof buf);
	v = *(long *)(buf + 3 * argc);
	printf("%ld\n", v);
	puts("done");
	return 0;
}
