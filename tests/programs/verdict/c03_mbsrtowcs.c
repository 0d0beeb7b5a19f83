// class 3: mbsrtowcs
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
static const char text[] = "ab"; //OLD
static const char text[] = "ac"; //NEW
int main(int c, char **v)
{
	const char *p = text;
	wchar_t to[4] = {0};
	mbstate_t state = {0};
	if (atoi(v[1]) == 7)
		mbsrtowcs(to, &p, 4, &state);
	printf("%d\n", (int)to[1]);
	return 0 * c;
}
