// inputs: int[-4,4] int[-4,4]
// Messages by err.h.
#include <stdio.h>
#include <stdlib.h>
#include <err.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (b > 0)
		warnx("%d", b);
	if (a > 0)
		warn("q");
	printf("%d", a > 2);
	return 0;
}
