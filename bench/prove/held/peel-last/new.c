#include <stdio.h>
#include <stdlib.h>

static int f(const char *s)
{
	unsigned h = 5381;
	unsigned char c;
	while ((c = (unsigned char)*s++) != 0) {
		h = (h << 5) + h;
		h += c;
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
