// class 3: strtok_r goes on where it was
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[] = "ab cd"; //OLD
static char text[] = "ab-cd"; //NEW
int main(int c, char **v)
{
	char *save = text;
	if (atoi(v[1]) == 7)
		puts(strtok_r(0, " ", &save));
	return 0 * c;
}
