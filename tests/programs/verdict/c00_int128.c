// class 0: 128 bits
// options: -- @int @int
// expect: different
// try: 5 7
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	__int128 a = atol(v[1]), b = atol(v[2]);
	if (a + b == 12) puts("yes"); //OLD
	(void)c, (void)a, (void)b; //NEW
	return 0;
}
