/* stdlib_quick.c: quick_exit runs its own handlers only and flushes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void)
{
	write(1, "atexit handler\n", 15);
}

static void one(void)
{
	write(1, "one\n", 4);
}

static void two(void)
{
	write(1, "two\n", 4);
}

int main(void)
{
	atexit(never);
	at_quick_exit(one);
	at_quick_exit(two);
	printf("lost");
	quick_exit(9);
}
