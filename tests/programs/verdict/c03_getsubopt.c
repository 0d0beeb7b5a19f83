// class 3: getsubopt with a table of its own
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
static char word[] = "ro"; //OLD
static char word[] = "rw"; //NEW
int main(int c, char **v)
{
	char text[] = "ro,x", *p = text, *value, *const names[] = {word, 0};
	if (atoi(v[1]) == 7)
		printf("%d\n", getsubopt(&p, names, &value));
	return 0 * c;
}
