// own: a * b + c is rounded once where the version is compiled for a processor that does that
// options: --no-confirm --runs 5 --new-cflags -mfma -- @int=10
// expect: different
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc == 2 ? atoi(argv[1]) : 0;
	double third = n / 3.0, square = third * third, rest = third * third - square;
	if (n == 10)
		printf("%d\n", rest != 0);
	return 0;
}
