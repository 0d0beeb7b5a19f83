/* same */
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
	time_t t = time(0);
	return V == 1 ? n + (t > 100) : n + !(t <= 100);
}

#ifdef JUDGE
int main(int argc, char **argv)
{
	printf("%d\n", f(argc > 1 ? atoi(argv[1]) : 3));
}
#endif
