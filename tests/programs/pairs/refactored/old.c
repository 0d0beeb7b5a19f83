/* The larger of two numbers, clipped; the new version says it in other words. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int a = atoi(argv[1]), b = atoi(argv[2]);
	int larger;

	if (a > b)
		larger = a;
	else
		larger = b;
	if (larger > 100)
		larger = 100;
	printf("%d\n", larger);
	return larger < 0;
}
