#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", x);
	return 0;
}
