// own: a type that chooses the code
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
typedef int number; //OLD
typedef short number; //NEW
int main(int c, char **v)
{
	number n = (number)atoi(v[1]);
	puts(n == 5 ? _Generic(n, int: "int", default: "other") : "none");
	return 0 * c;
}
