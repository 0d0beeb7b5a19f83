/* NEW tests the top bit by a sign. */
#include <stdio.h>
#include <sys/random.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	unsigned char c = 0;
	if (getrandom(&c, 1, 0) != 1)
		return 2;
#if NEW
	int high = (signed char)c < 0;
#else
	int high = c & 128;
#endif
	puts(high ? "high" : "low");
	return 0;
}
