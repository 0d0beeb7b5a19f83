// own: changed data read by another name
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
int first[3] = {1, 2, 3}; //OLD
int first[3] = {1, 2, 4}; //NEW
extern int second[3] __attribute__((alias("first")));
int main(int c, char **v)
{
	int n = atoi(v[1]);
	printf("%d\n", second[n == 5 ? 2 : 0]);
	return 0 * c;
}
