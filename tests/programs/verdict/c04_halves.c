// class 4: copied in halves
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; } //OLD
static int g(int x) { return x + 3; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	int (*p)(int) = x == 7 ? g : f, (*q)(int) = f;
	memcpy(&q, &p, 4);
	memcpy((char *)&q + 4, (char *)&p + 4, 4);
	printf("%d\n", q(x));
	return 0 * c;
}
