// own: the environment as a parameter
// options: -- @int
// expect: depends variables
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v, char **e)
{
	int n = atoi(v[1]) * c / 2;
	if (*e)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
