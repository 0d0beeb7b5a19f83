#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned char c = 0;
	for (int i = 0; i < n; i++)
		c++;
	return c;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
