/* memcpy-write.c: memcpy writes past a heap block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char src[32] = "sixteen and some more bytes";
	char *p = malloc(16);
	if (!p)
		return 3;
	memcpy(p, src, strlen(src) + 1);
	puts(p);
	free(p);
	puts("done");
	return 0;
}
