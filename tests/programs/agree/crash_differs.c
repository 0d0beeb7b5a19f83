/* NEW divides by zero on 9. */
#include <stdio.h>
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 15 : 0;
	int by = NEW ? n - 9 : n + 1;
	printf("%d\n", by ? 1 : NEW ? 100 / by : 0);
	return 0;
}
