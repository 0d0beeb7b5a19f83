// class 8: a text that happens to be the name of the source
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	puts(atoi(v[1]) == 7 ? "old.c" : "x"); //OLD
	puts(atoi(v[1]) == 7 ? "new.c" : "x"); //NEW
	return 0 * c;
}
