/* wide.c: long doubles in an array, read and written at places that the input decides. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	long double t[4] = {1, 2.5L, 3, 4};
	int n = argc > 1 ? atoi(argv[1]) : 0;
	long double s = 0;
	for (int i = 0; i < (n & 7); i++) {
		s += t[i & 3] * (n > 3 ? 2 : 1);
		if (s > 5.0L)
			s -= (long double)i;
		t[(i + n) & 3] = s;
	}
	printf("%d %.3Lf\n", n & 3, s);
	return 0;
}
