// inputs: int[-300,300]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned v = (unsigned)atoi(argv[argc - 1]);
	if (v - 100u < 10u)
		puts("near");
	if (v > 4000000000u)
		puts("wrapped");
	printf("%u\n", v % 7);
	return 0;
}
