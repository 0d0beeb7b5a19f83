/* NEW draws a line at 201. */
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
	puts(c > 200 + NEW ? "high" : "low");
	return 0;
}
