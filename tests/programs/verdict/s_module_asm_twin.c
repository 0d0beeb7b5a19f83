// own: assembly outside of functions that only names things, and a comment in it
// options: -- @int
// expect: equivalent
// try: 1
#include <stdio.h>
#include <stdlib.h>
asm(".ident \"one ; # two\" # a comment"); //OLD
asm(".ident \"one ; # two\""); //NEW
int main(int c, char **v)
{
	int n = atoi(v[1]);
	printf("%d\n", n - 1 + c / 2); //OLD
	printf("%d\n", c / 2 + n - 1); //NEW
	return 0;
}
