// class 3: the same text, written in two pieces
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: equivalent
// try: 7
#include <stdlib.h>
#include <sys/uio.h>
static char text[] = "ab\n"; //OLD
static char text[] = "a" "b\n"; //NEW
int main(int c, char **v)
{
	struct iovec io[2] = {{text, 3}, {(char *)"x\n", 2}};
	if (atoi(v[1]) == 7 && writev(1, io, 2) < 0)
		return 1;
	return 0 * c;
}
