// inputs: int[-4,4] int[-4,4]
// A function of the library is called through a pointer.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	int (*p)(const char *, FILE *) = a > 0 ? fputs : fputs;
	if (b > 0)
		p("x", stderr);
	if (a > 1)
		p("y", stdout);
	puts("end");
	return 0;
}
