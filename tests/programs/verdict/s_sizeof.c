// own: a wider member, seen by its size only
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
struct item { int key; int value; }; //OLD
struct item { int key; long value; }; //NEW
int main(int c, char **v)
{
	struct item t[2] = {{1, 2}, {3, 4}};
	int n = atoi(v[1]);
	printf("%d\n", n == 5 ? (int)sizeof t : (int)t[n & 1].value);
	return 0 * c;
}
