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
	char name[65] = "";
	gethostname(name, sizeof name - 1);
#if V == 1
	n += (int)strlen(name);
#else
	for (const char *s = name; *s; s++)
		n++;
#endif
	printf("%d\n", n);
	return 0;
}
