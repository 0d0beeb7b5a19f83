#include <limits.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 2 || strlen(argv[1]) != 20 || strspn(argv[1], "0123456789") != 20)
		return 2;
	unsigned long v = 0;
	for (const char *s = argv[1]; *s; s++) {
		unsigned long digit = *s - '0';
		if (v > (ULONG_MAX - digit) / 10) {
			puts("too large");
			return 0;
		}
		v = v * 10 + digit;
	}
	printf("%lu\n", v);
	return 0;
}
