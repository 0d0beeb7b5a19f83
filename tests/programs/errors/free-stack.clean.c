/* free-stack.clean.c: the array is on the heap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void release(void *p)
{
	free(p);
}

int main(void)
{
	char *buf = strdup("on the heap");
	puts(buf);
	release(buf);
	puts("done");
	return 0;
}
