// inputs: int[0,9]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	char b[16] = "";
	int n = atoi(argv[argc - 1]);
	memset(b, 'z', (size_t)n);
	puts(b);
	return 0;
}
