// inputs: int[0,110]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int p = atoi(argv[argc - 1]);
	putchar(p > 100 ? '?' : p >= 90 ? 'A' : p >= 80 ? 'B' : p >= 60 ? 'C' : 'F');
	putchar('\n');
	return 0;
}
