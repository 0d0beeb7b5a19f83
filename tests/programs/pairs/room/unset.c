/* A local that is set on all inputs only with ALWAYS. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0, y;
	if (x != 7 || ALWAYS)
		y = x;
	puts(y ? "some" : "none");
	return 0;
}
