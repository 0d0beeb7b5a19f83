/* wild-write.c: a pointer whose high bits were overwritten. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	long *p = calloc(2, sizeof *p);
	unsigned char bytes[sizeof p];
	memcpy(bytes, &p, sizeof p);
	bytes[7] = 0x41;
	memcpy(&p, bytes, sizeof p);
	p[1] = 7;
	puts("done");
	return 0;
}
