#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *end;
	if (argc < 2)
		return 2;
	errno = 0;
	long v = strtol(argv[1], &end, 10);
	if (errno || *end || v > INT_MAX || v < INT_MIN)
		puts("bad");
	else
		printf("%d\n", (int)v);
	return 0;
}
