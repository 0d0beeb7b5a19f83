/* More paths than anybody has time for. */
#include <stdio.h>

int main(int argc, char **argv)
{
	unsigned sum = 0;
	for (const char *c = argc > 1 ? argv[1] : ""; *c; c++)
		if (*c > 'm')
			sum = sum * 2 + 1;
		else if (*c > 'c')
			sum += 3;
	printf("%u\n", sum);
	return 0;
}
