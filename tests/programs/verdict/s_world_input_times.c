// own: the times of a file that is an input
// options: --file given=@text:2 -- @int
// expect: depends stamps
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	struct stat s;
	if (stat("given", &s) == 0 && s.st_mtime < 5)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
