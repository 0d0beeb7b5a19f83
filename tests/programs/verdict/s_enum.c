// own: a name put into the middle of an enumeration
// options: --assume 'arg1>=0&&arg1<=3' -- @int
// expect: different
// try: 2
#include <stdio.h>
#include <stdlib.h>
enum kind { RED, GREEN, BLUE, KINDS }; //OLD
enum kind { RED, BLACK, GREEN, BLUE, KINDS }; //NEW
static const char *const names[KINDS] = {[RED] = "red", [GREEN] = "green", [BLUE] = "blue"};
int main(int c, char **v)
{
	int n = atoi(v[1]);
	puts(n < KINDS && names[n] ? names[n] : "none");
	return 0 * c;
}
