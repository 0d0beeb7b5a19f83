/* A result that depends on x and y, and a line about z that does not. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int x = atoi(argv[1]), y = atoi(argv[2]), z = argc > 3 ? atoi(argv[3]) : 0;
	int larger, result = 2;
	if (x - y > 0)
		larger = x;
	else
		larger = y;
	if (x + y > 10)
		result = larger;
	if (z * z > 3)
		puts("a large square");
	else
		puts("a small square");
	printf("%d\n", result);
	return 0;
}
