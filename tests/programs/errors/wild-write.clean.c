/* wild-write.clean.c: a pointer copied byte by byte is still the pointer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	long *p = calloc(2, sizeof *p), *q;
	unsigned char bytes[sizeof p];
	for (size_t i = 0; i < sizeof p; i++)
		bytes[i] = ((unsigned char *)&p)[i];
	memcpy(&q, bytes, sizeof q);
	q[1] = 7;
	printf("%ld\n", p[1]);
	free(p);
	puts("done");
	return 0;
}
