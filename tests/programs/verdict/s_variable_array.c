// own: an array as long as the input says
// options: --assume 'arg1>=1&&arg1<=6' -- @int
// expect: different
// try: 6
#include <stdio.h>
#include <stdlib.h>
static int last(int n, const int t[n]) { return t[n - 1]; } //OLD
static int last(int n, const int t[n]) { return t[n > 5 ? 4 : n - 1]; } //NEW
int main(int c, char **v)
{
	int n = atoi(v[1]), t[n];
	for (int i = 0; i < n; i++)
		t[i] = i * i;
	printf("%d\n", last(n, t));
	return 0 * c;
}
