/* differs: env:HOME=/r arg=1 */
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
	const char *home = getenv("HOME");
	if (home && !strncmp(home, "/r", 2))
		n += V;
	printf("%d\n", n);
	return 0;
}
