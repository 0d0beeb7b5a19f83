// class 32: a struct that is passed by value, and that the input selects
// options: --assume 'arg1>=0&&arg1<=3' -- @int
// expect: all differences
// try: 2
#include <stdio.h>
#include <stdlib.h>
struct row { long cell[5]; };
static struct row rows[4] = {{{1, 2}}, {{3, 4}}, {{5, 6}}, {{7, 8}}}; //OLD
static struct row rows[4] = {{{1, 2}}, {{3, 4}}, {{5, 9}}, {{7, 8}}}; //NEW
static long second(struct row r) { return r.cell[1]; }
int main(int argc, char **argv)
{
	(void)argc;
	printf("%ld\n", second(rows[atoi(argv[1])]));
	return 0;
}
