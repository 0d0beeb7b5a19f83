// own: a bit field of one bit that is signed
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
struct flags { unsigned on : 1; int n; }; //OLD
struct flags { int on : 1; int n; }; //NEW
int main(int c, char **v)
{
	struct flags f = {0, atoi(v[1])};
	f.on = f.n == 5 ? -1 : 0;
	puts(f.on == 1 ? "on" : "off");
	return 0 * c;
}
