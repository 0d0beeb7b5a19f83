// own: the order of what is written with and without a buffer
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	printf("a");
	if (atoi(v[1]) != 5) fflush(stdout); //NEW
	fflush(stdout); //OLD
	if (write(1, "b", 1) < 0)
		return 1;
	puts("");
	return 0 * c;
}
