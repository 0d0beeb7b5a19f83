// class 3: strsep reads through a pointer to a pointer
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[] = "ab,cd"; //OLD
static char text[] = "ab;cd"; //NEW
int main(int c, char **v)
{
	char *p = text;
	if (atoi(v[1]) == 7) {
		strsep(&p, ",");
		puts(p ? "more" : "end");
	}
	return 0 * c;
}
