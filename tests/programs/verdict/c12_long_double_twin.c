// class 12: the same written in another way
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not different
// try: 7
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	long double n = 0.5L, m = atoi(v[1]);
	for (int i = 0; i < 3; i++) {
		if (m > 3)
			n += m;
		m = m / 2;
	}
	printf("%d\n", (int)(n * 2)); //OLD
	printf("%d\n", (int)(n + n)); //NEW
	return 0 * c;
}
