// own: a loop that counts down past zero
// options: --assume 'arg1>=0&&arg1<=5' -- @int
// expect: different
// try: 0
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = 0;
	for (unsigned i = (unsigned)atoi(v[1]); i > 0 && n < 20; i--) //OLD
	for (unsigned i = (unsigned)atoi(v[1]); i - 1 < 9 || (i == 0 && n == 0); i--) //NEW
		n++;
	printf("%d\n", n);
	return 0 * c;
}
