/* fib.c: doubly recursive Fibonacci numbers: calls and little else. Argument: n. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long fib(int n)
{
	return n < 2 ? (unsigned long)n : fib(n - 1) + fib(n - 2);
}

int main(int argc, char **argv)
{
	printf("%lu\n", fib(argc > 1 ? atoi(argv[1]) : 36));
	return 0;
}
