/* The loop decides about every path, and nothing depends on it but a counter that nobody prints. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int a = atoi(argv[1]), b = atoi(argv[2]), steps = 0, x = 0;
	for (int i = 0; i < b; i++)
		if (a > i)
			steps++;
	if (a > 0 && b > 0)
		x = a + 3;
	printf("%d\n", x);
	return 0;
}
