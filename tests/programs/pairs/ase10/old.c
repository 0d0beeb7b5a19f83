/* A change whose effect shows only for some of the inputs that execute it. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	int out = -1;

	if (x > 0) {
		int y = 3;
		out = x - y > 0 ? y : 0;
	}
	if (x > 20)
		out = 10;
	printf("%d\n", out);
	return 0;
}
