// own: flags of floating point are a state that the machine does not have
// options: --strategy output --assume 'arg1>=0&&arg1<=9' -- @int
// expect: not equivalent
// try: 5
#include <stdio.h>
#include <stdlib.h>
#include <fenv.h>
int main(int c, char **v)
{
	int n = atoi(v[1]);
	if (n == 5) { feraiseexcept(FE_DIVBYZERO); } //OLD
	if (n == 6) { feraiseexcept(FE_DIVBYZERO); } //NEW
	if (n > 7) puts("hi");
	printf("%d\n",fetestexcept(FE_DIVBYZERO)!=0);
	return 0;
}
