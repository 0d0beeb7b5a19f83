#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int x = 0, t = 0;
	for (int i = 0; i < n; i++) {
		x ^= t;
		t += i == 7 ? 4 : 5;
	}
	return x;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
