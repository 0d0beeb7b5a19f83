// inputs: text[2]
/* large_table.c: constant tables of more than 64 KiB, of bytes and of ints; 8 distinct outputs */
#include <stdio.h>

static const unsigned char kind[0x20000] = {
	[0x41 ... 0x5A] = 1, [0x300 ... 0x3FF] = 2, [0x10000 ... 0x1FFFF] = 3};
static const int delta[0x8000] = {[100 ... 200] = 32, [300] = 7};

int main(void)
{
	unsigned a = getchar() & 255, b = getchar() & 255;
	unsigned c = a << 9 | b << 1;
	printf("%d %d\n", kind[c], delta[c & 0x7fff]);
	return 0;
}
