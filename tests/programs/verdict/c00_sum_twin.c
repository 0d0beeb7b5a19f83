// class 0: the same sum the other way round
// options: -- @int @int
// expect: equivalent
// try: 5 7
#include <stdlib.h>
int main(int c, char **v)
{
	long a = atol(v[1]), b = atol(v[2]);
	if (a + b == 12) return 3; //OLD
	if (b + a == 12) return 3; //NEW
	return 0 * c;
}
