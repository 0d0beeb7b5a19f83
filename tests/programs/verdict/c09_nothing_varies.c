// class 9: no input varies
// options: --one-input -- 5
// expect: not proud
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	if (atoi(v[1]) == 7)
		puts("a"); //OLD
		puts("b"); //NEW
	return 0 * c;
}
