// own: a jump out of the order given to qsort
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 3
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf out;
static int order(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	if (x + y == 10)
		longjmp(out, 1); //OLD
		longjmp(out, 2); //NEW
	return x - y;
}
int main(int c, char **v)
{
	int t[3] = {7, atoi(v[1]), 9}, r = setjmp(out);
	if (!r)
		qsort(t, 3, sizeof t[0], order);
	printf("%d\n", r);
	return 0 * c;
}
