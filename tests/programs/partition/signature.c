/* signature.c: two decisions that make the result, one that only prints (thesis, figure 6.2). */
#include <stdio.h>
#include <stdlib.h>

static int pick(int x, int y, int z)
{
	int out, larger, b = 2;
	if (x - y > 0)
		larger = x;
	else
		larger = y;
	if (x + y > 10)
		b = larger;
	if (z * z > 3)
		printf("large\n");
	else
		printf("small\n");
	out = b;
	return out;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	return pick(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
}
