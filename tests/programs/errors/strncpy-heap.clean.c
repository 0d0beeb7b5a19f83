/* strncpy-heap.clean.c: padding ends with the block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *p = malloc(10);
	if (!p)
		return 3;
	strncpy(p, "abc", 10);
	puts(p);
	free(p);
	puts("done");
	return 0;
}
