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
	if (end == argv[1] || *end) {
		puts("no number");
		return 1;
	}
	if ((v == LONG_MAX || v == LONG_MIN) && errno == ERANGE)
		puts("out of range");
	else
		printf("%ld\n", v);
	return 0;
}
