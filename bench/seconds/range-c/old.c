#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 2 || strlen(argv[1]) != 20 || strspn(argv[1], "0123456789") != 20)
		return 2;
	errno = 0;
	unsigned long v = strtoul(argv[1], NULL, 10);
	if (errno)
		puts("too large");
	else
		printf("%lu\n", v);
	return 0;
}
