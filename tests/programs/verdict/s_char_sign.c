// own: bytes above 127
// options: -- @str:1=a
// expect: different
#include <stdio.h>
int main(int c, char **v)
{
	(void)c;
	signed char k = (signed char)v[1][0]; //OLD
	unsigned char k = (unsigned char)v[1][0]; //NEW
	puts(k < 0 || k > 'z' ? "other" : "plain");
	return k == 200;
}
