// system(NULL): whether there is a shell
// options: -- @int
// expect: depends file
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	n += system(NULL) != 0; //OLD
	n += 1; //NEW
	printf("%d\n", n);
	return 0;
}
