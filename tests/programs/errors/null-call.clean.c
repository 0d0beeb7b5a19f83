/* null-call.clean.c: only commands that have one. */
#include <stdio.h>

static void hello(void)
{
	puts("hello");
}

static void (*command[3])(void) = {hello, hello};

int main(void)
{
	for (int i = 0; i < 3; i++)
		if (command[i])
			command[i]();
	puts("done");
	return 0;
}
