/* stack-partial-read.clean.c: the eight bytes end where the object ends. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	(void)argv;
	char buf[11];
	long v;
	memset(buf, 'x', sizeof buf);
	memcpy(&v, buf + 3 * argc, sizeof v);
	printf("%ld\n", v);
	puts("done");
	return 0;
}
