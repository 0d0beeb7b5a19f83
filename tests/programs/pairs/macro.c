/* A program whose versions differ in how they are compiled. */
#include <stdio.h>
#include <stdlib.h>

#ifndef LIMIT
#define LIMIT 3
#endif

int main(int argc, char **argv)
{
	puts(argc > 1 && atoi(argv[1]) > LIMIT ? "much" : "little");
	return 0;
}
