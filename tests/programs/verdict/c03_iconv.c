// class 3: iconv
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
static char text[] = "ab"; //OLD
static char text[] = "ac"; //NEW
int main(int c, char **v)
{
	char to[4] = "", *in = text, *out = to;
	size_t left = 2, room = 3;
	iconv_t cd = iconv_open("UTF-8", "ISO-8859-1");
	if (atoi(v[1]) == 7)
		iconv(cd, &in, &left, &out, &room);
	puts(to);
	return 0 * c;
}
