// class 3: strtok_r goes on where it was
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[] = "ab cd,ef"; //OLD
static char text[] = "ab cd;ef"; //NEW
int main(int c, char **v)
{
	char *save, *t = strtok_r(text, " ", &save);
	if (atoi(v[1]) == 7)
		t = strtok_r(0, ",", &save);
	printf("%d\n", (int)strlen(t));
	return 0 * c;
}
