// own: labels in a table, code behind one of them changed
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 7
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	static void *const to[] = {&&one, &&two, &&three};
	int n = atoi(v[1]), r = 0;
	goto *to[n == 7 ? 2 : n & 1];
one:
	r++;
two:
	r++;
	goto end;
three:
	r = 9; //OLD
	r = 8; //NEW
end:
	printf("%d\n", r);
	return 0 * c;
}
