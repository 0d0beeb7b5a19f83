// own: a signal that ends the program, unless it is ignored from the beginning
// options: --one-input -- @int
// expect: depends inherited handling of signals
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	raise(SIGUSR1);
	printf("%d\n", n); //OLD
	printf("%d\n", n + 1); //NEW
	return 0;
}
