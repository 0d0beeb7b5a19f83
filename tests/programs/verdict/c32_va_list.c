// class 32: a va_list that the input selects
// options: --assume 'arg1>=0&&arg1<=3' -- @int
// expect: all differences
// try: 1
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static int take(int x, ...)
{
	va_list list[2], chosen;
	va_start(list[0], x);
	va_start(list[1], x);
	va_arg(list[1], int);
	va_copy(chosen, list[x & 1]);
	int n = va_arg(chosen, int);
	va_end(chosen);
	va_end(list[1]);
	va_end(list[0]);
	return n;
}
int main(int argc, char **argv)
{
	(void)argc;
	printf("%d\n", take(atoi(argv[1]), 5, 6)); //OLD
	printf("%d\n", take(atoi(argv[1]), 5, 7)); //NEW
	return 0;
}
