// class 12: long double arithmetic, in front of a change that is hard to reach
// options: --runs 60 -- @int @int
// expect: not equivalent
// try: 77 11
#include <stdio.h>
#include <stdlib.h>
static long double acc[4];
static long double mix(long double *t, int n, int k)
{
	long double s = 0;
	for (int i = 0; i < (n & 7); i++) {
		s += t[i & 3] * (k > 3 ? 2 : 1);
		if (s > 5.0L) s -= (long double)i;
		t[(i + (n & 7)) & 3] = s;
		acc[(i ^ k) & 3] += s / 2;
	}
	return s;
}
int main(int argc, char **argv)
{
	long double t[4] = {1, 2.5L, 3, 4};
	int n = argc > 1 ? atoi(argv[1]) : 0, m = argc > 2 ? atoi(argv[2]) : 0, k = 0;
	long double s = mix(t, n, m);
	for (int i = 0; i < (m & 15); i++) { s = mix(t, i, n); if (t[i & 3] > 3) k++; }
	if (k == 11 && n == 77) s += 1; //OLD
	if (k == 11 && n == 77) s += 2; //NEW
	printf("%d %.3Lf %.3Lf\n", n & 3, s, acc[2]);
	return 0;
}
