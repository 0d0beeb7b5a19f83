// own: bytes above 127, asked in two ways
// options: -- @str:1=a
// expect: equivalent
#include <stdio.h>
int main(int c, char **v)
{
	(void)c;
	puts((signed char)v[1][0] < 0 ? "high" : "low"); //OLD
	puts((unsigned char)v[1][0] > 127 ? "high" : "low"); //NEW
	return 0;
}
