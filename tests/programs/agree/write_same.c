/* NEW writes the same byte from another variable. */
#include <stdlib.h>
#include <unistd.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 7 : 0;
	char c = (char)('0' + n);
#if NEW
	const char other = c;
	long done = write(1, &other, 1);
#else
	long done = write(1, &c, 1);
#endif
	return done == 1 ? 0 : 4;
}
