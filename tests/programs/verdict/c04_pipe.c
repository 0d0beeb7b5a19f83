// class 4: through a pipe
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; } //OLD
static int g(int x) { return x + 3; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]), fd[2];
	int (*p)(int) = x == 7 ? g : f;
	if (pipe(fd) || write(fd[1], &p, sizeof p) < 0)
		return 1;
	p = f;
	if (read(fd[0], &p, sizeof p) < 0)
		return 1;
	printf("%d\n", p(x));
	return 0 * c;
}
