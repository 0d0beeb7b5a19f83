// own: by output: a function of the host sets errno in a branch
// options: --strategy output --assume 'arg1>=0&&arg1<=9' -- @int
// expect: all differences
// try: 5
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <math.h>
int main(int c, char **v)
{
	int n = atoi(v[1]);
	errno=0; volatile double z=-1,y=0;
	if (n == 5) { y=log(z); } //OLD
	if (n == 6) { y=log(z); } //NEW
	if (n > 7) puts("hi");
	printf("%d\n",errno);
	return 0;
}
