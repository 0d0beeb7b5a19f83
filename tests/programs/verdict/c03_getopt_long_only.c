// class 3: getopt_long_only with an argv of its own
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
static char word[] = "-all"; //OLD
static char word[] = "-any"; //NEW
int main(int c, char **v)
{
	static const struct option list[] = {{"all", 0, 0, 'a'}, {"any", 0, 0, 'b'}, {0}};
	char name[] = "x", *args[] = {name, word, 0};
	if (atoi(v[1]) == 7)
		printf("%c\n", getopt_long_only(2, args, "", list, 0));
	return 0 * c;
}
