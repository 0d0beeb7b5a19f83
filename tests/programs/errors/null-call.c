/* null-call.c: a command without a function is called. */
#include <stdio.h>

static void hello(void)
{
	puts("hello");
}

static void (*command[3])(void) = {hello, hello};

int main(void)
{
	for (int i = 0; i < 3; i++)
		command[i]();
	puts("done");
	return 0;
}
