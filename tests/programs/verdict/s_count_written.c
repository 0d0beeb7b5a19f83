// own: a number that printf stores
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
static char format[] = "ab%ncd"; //OLD
static char format[] = "abc%nd"; //NEW
int main(int c, char **v)
{
	int at = 0;
	char to[8];
	if (atoi(v[1]) == 5)
		snprintf(to, sizeof to, format, &at);
	printf("%d\n", at);
	return 0 * c;
}
