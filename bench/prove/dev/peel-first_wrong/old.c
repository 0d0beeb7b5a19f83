#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int s = 3;
	for (int i = 0; i < n; i++)
		s = s * 7 + i;
	return s;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
