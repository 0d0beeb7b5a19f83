/* Numbers of at least three digits. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		printf("%03d,", abs(atoi(argv[i])));
	return 0;
}
