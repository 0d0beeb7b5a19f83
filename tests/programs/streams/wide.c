// inputs: int[-4,4] int[-4,4]
// Wide characters to standard error.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (b > 0)
		fwprintf(stderr, L"x%d", b);
	if (a > 0)
		fputs("n", stderr);
	printf("%d", a > 1);
	return 0;
}
