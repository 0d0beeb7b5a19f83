// inputs: int[-60,60] int[-60,60]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = abs(atoi(argv[argc - 2])), b = abs(atoi(argv[2]));
	puts(a + b == 77 ? "sum" : a - b == 33 ? "difference" : "none");
	return 0;
}
