// class 3: getopt with an argv of its own
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char word[] = "-a"; //OLD
static char word[] = "-b"; //NEW
int main(int c, char **v)
{
	char name[] = "x", *args[] = {name, word, 0};
	if (atoi(v[1]) == 7)
		printf("%c\n", getopt(2, args, "ab"));
	return 0 * c;
}
