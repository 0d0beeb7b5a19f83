/* clock.c: works until the time given in seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
	if (argc < 2 || time(NULL) > atol(argv[1])) {
		fprintf(stderr, "expired\n");
		return 1;
	}
	return 0;
}
