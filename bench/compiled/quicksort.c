/* quicksort.c: sorts arrays of pseudo-random numbers recursively. Argument: arrays. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000 };
static int32_t a[N];

static void sort(int32_t *v, long lo, long hi)
{
	while (lo < hi) {
		int32_t pivot = v[lo + (hi - lo) / 2];
		long i = lo, j = hi;
		while (i <= j) {
			while (v[i] < pivot)
				i++;
			while (v[j] > pivot)
				j--;
			if (i <= j) {
				int32_t t = v[i];
				v[i++] = v[j];
				v[j--] = t;
			}
		}
		if (j - lo < hi - i) {
			sort(v, lo, j);
			lo = i;
		} else {
			sort(v, i, hi);
			hi = j;
		}
	}
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 130;
	uint32_t r = 1, sum = 0;
	for (long k = 0; k < n; k++) {
		for (long i = 0; i < N; i++)
			a[i] = (int32_t)(r = r * 1664525u + 1013904223u);
		sort(a, 0, N - 1);
		for (long i = 0; i < N; i += 97)
			sum = sum * 31 + (uint32_t)a[i];
	}
	printf("%08x\n", sum);
	return 0;
}
