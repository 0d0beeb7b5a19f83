// class 12: long double arithmetic, in front of a change that is hard to reach
// options: --assume 'arg1>=0&&arg1<=20' -- @int @int
// expect: different
// try: 7 12
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]), y = atoi(v[2]), k = 0;
	long double n = 0.5L, m = x;
	for (int i = 0; i < 3; i++) {
		if (m > 3)
			n += m;
		m = m / 2;
	}
	for (int i = 0; i < x; i++)
		k += i & 1;
	if (k == 3 && y == 12)
		n += 1; //OLD
		n += 2; //NEW
	printf("%d\n", (int)(n * 2));
	return 0 * c;
}
