/* same */
/* drift: -- @int */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	const char *x = getenv("LIMIT");
#if V == 1
	n = x && *x ? n + 1 : n;
#else
	n += x && strlen(x) > 0;
#endif
	printf("%d\n", n);
	return 0;
}
