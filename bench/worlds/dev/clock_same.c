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
	time_t t = time(0);
#if V == 1
	n += (int)(t % 60 == 0);
#else
	n += (int)(t / 60 * 60 == t);
#endif
	printf("%d\n", n);
	return 0;
}
