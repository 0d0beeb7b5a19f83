/* objects.c: every round reads and writes somewhere in a large table: runs are slow. */
#include <stdio.h>

static unsigned char t[4096];

int main(int argc, char **argv)
{
	if (argc < 2)
		return 1;
	for (unsigned i = 0; i < 4096; i++)
		t[i] = (unsigned char)(i * 7 + (i >> 3));
	unsigned x = (unsigned char)argv[1][0] | (unsigned)argv[1][1] << 8;
	for (unsigned i = 0; i < 600000; i++) {
		x = t[x & 4095] + x * 3 + i;
		t[x & 4095] = (unsigned char)x;
	}
	puts(x == 0x12345678 ? "yes" : "no");
	return 0;
}
