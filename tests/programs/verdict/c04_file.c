// class 4: through a file
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; } //OLD
static int g(int x) { return x + 3; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]), fd = open("t", O_CREAT | O_TRUNC | O_RDWR, 0600);
	int (*p)(int) = x == 7 ? g : f;
	if (fd < 0 || write(fd, &p, sizeof p) != sizeof p)
		return 1;
	p = f;
	if (pread(fd, &p, sizeof p, 0) != sizeof p || unlink("t"))
		return 1;
	printf("%d\n", p(x));
	return 0 * c;
}
