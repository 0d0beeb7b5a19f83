// class 11: a long run ends
// options: --no-confirm --time 20s --assume 'arg1>=0&&arg1<=1' -- @int
// expect: not different
#include <stdlib.h>
int main(int c, char **v)
{
	unsigned s = 0;
	for (unsigned i = 0; i < 1; i++) //OLD
	for (unsigned i = 0; i < 8000001; i++) //NEW
		s = i & 1 ? s + 3 : i;
	return (s > 9999999) + atoi(v[1]) + 0 * c;
}
