#include <stdio.h>
#include <stdlib.h>

static int f(const char *s)
{
	unsigned h = 5381;
	unsigned char c;
	do {
		c = (unsigned char)*s++;
		h = h * 33 + c;
	} while (c);
	return (int)h;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(argv[1]));
	return 0;
}
