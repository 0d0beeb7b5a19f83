/* differs: env:MODE=x */
/* drift: --entry f */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

int f(int n)
{
	const char *mode = getenv("MODE");
	return mode && *mode == 'x' ? n ^ V : n;
}

#ifdef JUDGE
int main(int argc, char **argv)
{
	printf("%d\n", f(argc > 1 ? atoi(argv[1]) : 3));
}
#endif
