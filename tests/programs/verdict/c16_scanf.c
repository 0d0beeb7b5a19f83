// class 16: %ms at the end of the input gives a null pointer
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 3
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	char none[2] = "", *p = none;
	sscanf(none, "%ms", &p);
	if (!p && atoi(v[1]) == 3) puts("a"); //OLD
	if (!p && atoi(v[1]) == 3) puts("b"); //NEW
	return 0 * c;
}
