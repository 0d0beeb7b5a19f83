/* strncpy-heap.c: strncpy pads to its length, past the block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *p = malloc(10);
	if (!p)
		return 3;
	strncpy(p, "abc", 11);
	puts(p);
	free(p);
	puts("done");
	return 0;
}
