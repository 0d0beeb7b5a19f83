/* call-integer.clean.c: a function's address goes through an integer and back. */
#include <stdio.h>
#include <stdint.h>

static void hello(void)
{
	puts("hello");
}

int main(int argc, char **argv)
{
	(void)argv;
	uintptr_t n = (uintptr_t)hello * (unsigned)argc;
	void (*f)(void) = (void (*)(void))n;
	f();
	puts("done");
	return 0;
}
