/* NEW prints what it never set on 6. */
#include <stdio.h>
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 7 : 0;
	int value;
	if (!NEW || n != 6)
		value = n;
	printf("%d\n", value);
	return 0;
}
