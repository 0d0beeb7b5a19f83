// inputs: int[0,9999]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int y = atoi(argv[argc - 1]);
	puts((y % 4 == 0 && y % 100 != 0) || y % 400 == 0 ? "leap" : "common");
	return 0;
}
