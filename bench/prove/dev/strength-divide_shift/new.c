#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int s = 0;
	for (int i = n; i < 5; i++) {
		s += i >> 1;
		if (s > 90 || s < -90)
			break;
	}
	return s;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
