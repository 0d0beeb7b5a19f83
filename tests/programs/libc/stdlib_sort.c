/* stdlib_sort.c: qsort is a stable merge sort whose comparator calls can be seen; bsearch. */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long calls, trace;

struct big {
	int key, place;
	char rest[40];
};

static int by_int(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	calls++;
	trace = trace * 1000003 + (unsigned long)(x * 31 + y);
	return (x > y) - (x < y);
}

static int by_tens(const void *a, const void *b)
{
	int x = *(const int *)a / 10, y = *(const int *)b / 10;
	return x - y;
}

static int by_arg(const void *a, const void *b, void *arg)
{
	++*(int *)arg;
	return memcmp(a, b, 3);
}

static void ints(int n)
{
	int a[200];
	srand((unsigned)n);
	for (int i = 0; i < n; i++)
		a[i] = rand() % 100;
	calls = trace = 0;
	qsort(a, (size_t)n, sizeof *a, by_int);
	printf("%d ints, %lu calls, %lx:", n, calls, trace);
	for (int i = 0; i < n; i++)
		printf(" %d", a[i]);
	printf("\n");
	for (int k = 0; k < 100; k += 7) {
		int *p = bsearch(&k, a, (size_t)n, sizeof *a, by_int);
		printf(" %d", p ? (int)(p - a) : -1);
	}
	printf("\n");
}

int main(void)
{
	static const int sizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 31, 64, 100, 200};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		ints(sizes[i]);
	int stable[50];
	for (int i = 0; i < 50; i++)
		stable[i] = (i * 37) % 50;
	qsort(stable, 50, sizeof *stable, by_tens);
	for (int i = 0; i < 50; i++)
		printf("%d ", stable[i]);
	struct big bigs[40];
	for (int i = 0; i < 40; i++) {
		memset(&bigs[i], i, sizeof bigs[i]);
		bigs[i].key = i * 7 % 5;
		bigs[i].place = i;
	}
	calls = trace = 0;
	qsort(bigs, 40, sizeof *bigs, by_int);
	for (int i = 0; i < 40; i++)
		printf("%d/%d/%d ", bigs[i].key, bigs[i].place, bigs[i].rest[39]);
	printf("%lu %lx\n", calls, trace);
	char words[] = "zebfoobarbazquxabcxyzaaa";
	int count = 0;
	qsort_r(words, 8, 3, by_arg, &count);
	printf("%s %d\n", words, count);
	long seven[7] = {3, 1, 4, 1, 5, 9, 2};
	qsort(seven, 7, sizeof *seven, by_int);
	for (int i = 0; i < 7; i++)
		printf("%ld ", seven[i]);
	printf("\n");
	return 0;
}
