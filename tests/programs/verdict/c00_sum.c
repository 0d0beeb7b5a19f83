// class 0: a sum of two longs compared with a number
// options: -- @int @int
// expect: different
// try: 5 7
#include <stdlib.h>
int main(int c, char **v)
{
	long a = atol(v[1]), b = atol(v[2]);
	if (a + b == 12) return 3; //OLD
	(void)c; //NEW
	return a + b == 0;
}
