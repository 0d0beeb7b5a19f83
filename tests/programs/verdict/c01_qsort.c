// class 1: an order given to qsort
// options: --assume 'arg1>=0&&arg1<=7' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; } //OLD
static int down(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } //NEW
int main(int c, char **v)
{
	static int (*const orders[])(const void *, const void *) = {up, down};
	int x = atoi(v[1]), t[3] = {4, 2, 1};
	qsort(t, 3, sizeof t[0], orders[x == 5]);
	printf("%d %d %d\n", t[0], t[1], t[2]);
	return 0 * c;
}
