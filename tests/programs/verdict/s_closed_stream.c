// own: by output: standard error is closed in a branch
// options: --strategy output --assume 'arg1>=0&&arg1<=9' -- @int
// expect: all differences
// try: 5
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]);
	if (n == 5) { close(2); } //OLD
	if (n == 6) { close(2); } //NEW
	if (n > 7) puts("hi");
	fputs("x",stderr);
	return 0;
}
