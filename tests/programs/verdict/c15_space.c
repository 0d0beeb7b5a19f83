// class 15: with a space
// options: -- '@int= 5'
// expect: status 1 2
#include <stdio.h>
int main(int c, char **v)
{
	(void)c;
	puts(v[1][0] == ' ' ? "a" : "b"); //OLD
	puts(v[1][0] == ' ' ? "c" : "b"); //NEW
	return 0;
}
