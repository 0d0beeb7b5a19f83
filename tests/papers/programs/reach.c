/* A change behind two decisions, one of which depends on a third; a loop and a call that do not matter. */
#include <stdio.h>
#include <stdlib.h>

static int procedure(int i, int j, int o)
{
	int n = 0;
	for (int k = 0; k < i % 4; k++)
		n += k > o ? j : 1;
	return n;
}

int main(int argc, char **argv)
{
	int i = argc > 1 ? atoi(argv[1]) : 0, j = argc > 2 ? atoi(argv[2]) : 1;
	int a = 0, b = 0, o = 0;
	if (i > 0)
		a = 1;
	for (int c = 0; c < j && c < 3; c++)
		b += c;
	if (j > 0) {
		if (a > 0)
			o = 2; //OLD
			o = 5; //NEW
		b += procedure(i, j, o);
	}
	printf("%d\n", o);
	return 0;
}
