/* quicksort.c: sort random integers in place, again and again. Argument: elements. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void sort(int *v, long lo, long hi)
{
	while (lo < hi) {
		int pivot = v[lo + (hi - lo) / 2];
		long i = lo, j = hi;
		while (i <= j) {
			while (v[i] < pivot)
				i++;
			while (v[j] > pivot)
				j--;
			if (i <= j) {
				int t = v[i];
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
	long n = argc > 1 ? atol(argv[1]) : 200000;
	int *v = malloc((size_t)n * sizeof *v);
	uint32_t x = 12345;
	uint64_t h = 0;
	for (int round = 0; round < 6; round++) {
		for (long i = 0; i < n; i++) {
			x = x * 1664525 + 1013904223;
			v[i] = (int)(x >> 4);
		}
		sort(v, 0, n - 1);
		for (long i = 0; i < n; i += 97)
			h = h * 31 + (uint32_t)v[i];
	}
	printf("%016lx\n", h);
	free(v);
	return 0;
}
