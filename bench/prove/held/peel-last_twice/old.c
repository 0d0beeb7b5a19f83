#include <stdio.h>
#include <stdlib.h>

static int f(const char *s)
{
	unsigned h = 5381;
	while (*s) {
		h = h * 33 + (unsigned char)*s;
		s++;
	}
	return (int)h;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(argv[1]));
	return 0;
}
