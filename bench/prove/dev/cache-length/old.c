#include <stdio.h>
#include <stdlib.h>

static int f(const char *s)
{
	int h = 0;
	unsigned long n = 0;
	while (s[n])
		n++;
	for (unsigned long i = 0; i < n; i++)
		h = h * 31 + (int)n;
	return h;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(argv[1]));
	return 0;
}
