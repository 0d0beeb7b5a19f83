// own: a cached result, changed only when asked twice
// options: --assume 'arg1>=0&&arg1<=9&&arg2>=0&&arg2<=9' -- @int @int
// expect: different
// try: 4 4
#include <stdio.h>
#include <stdlib.h>
static int square(int n)
{
	static int key = -1, value;
	if (key == n)
		return value; //OLD
		return value + (n == 4); //NEW
	key = n;
	return value = n * n;
}
int main(int c, char **v)
{
	int a = square(atoi(v[1])), b = square(atoi(v[2]));
	printf("%d %d\n", a, b);
	return 0 * c;
}
