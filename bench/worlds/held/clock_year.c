/* differs: clock=7000000000 arg=1 */
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
	struct tm *tm = gmtime(&t);
	if (tm->tm_year > 250)
		n ^= V;
	printf("%d\n", n);
	return 0;
}
