#include <stdio.h>
#include <stdlib.h>

static int f(int n, int k)
{
	int s = 0, v = k;
	for (int i = 0; i < n; i++, v -= 7)
		s = s + s + s + v;
	return s;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
