/* differs: host= */
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
	char name[65] = "?";
	gethostname(name, sizeof name - 1);
	return name[0] ? n : n + V;
}

#ifdef JUDGE
int main(int argc, char **argv)
{
	printf("%d\n", f(argc > 1 ? atoi(argv[1]) : 3));
}
#endif
