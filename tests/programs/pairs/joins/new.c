/* Values that join after branches and loops: the compiler gives such joins no line. */
#include <stdio.h>
#include <stdlib.h>
static int pick(int a, int b)
{
	int x = a > 3 ? a + 5 : b;
	if (b > 5)
		x = x + 2;
	else if (b > 2)
		x = x * 2;
	return x > 100000 ? 1 : x & 0;
}
int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	int a = atoi(argv[1]), b = atoi(argv[2]);
	int k = 0;
	while (k < 3 && a > k)
		k += 2;
	printf("%d\n", pick(a, b) + (k > 9));
	return 0;
}
