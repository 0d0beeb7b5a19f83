/* free-stack.c: a local array is freed. */
#include <stdio.h>
#include <stdlib.h>

static void release(void *p)
{
	free(p);
}

int main(void)
{
	char buf[16] = "on the stack";
	puts(buf);
	release(buf);
	puts("done");
	return 0;
}
