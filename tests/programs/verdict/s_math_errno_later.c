// own: by output: what a function of the host is given decides errno
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
	errno=7; volatile double z=1,y=0;
	if (n == 5) { z=-1; } //OLD
	if (n == 6) { z=-1; } //NEW
	if (n > 7) puts("hi");
	y=log(z); if(errno==7) puts("kept");
	return 0;
}
