/* qsort.c: a stable merge sort as in glibc 2.36: it has the same halves in the same order, so that
 * a comparator with side effects sees the same calls; and bsearch. */
#include <stdlib.h>
#include <string.h>
#include "core.h"

/* Constants of one sort, at all levels. */
struct sort {
	size_t size; /* bytes of one element */
	__compar_d_fn_t cmp;
	void *arg;     /* third argument of cmp */
	char *scratch; /* room for all elements */
};

static void merge_sort(const struct sort *s, char *base, size_t n)
{
	if (n <= 1)
		return;
	size_t left = n / 2, right = n - left;
	char *a = base, *b = base + left * s->size, *out = s->scratch;
	merge_sort(s, a, left);
	merge_sort(s, b, right);
	while (left > 0 && right > 0) {
		if (s->cmp(a, b, s->arg) <= 0) {
			memcpy(out, a, s->size);
			a += s->size;
			left--;
		} else {
			memcpy(out, b, s->size);
			b += s->size;
			right--;
		}
		out += s->size;
	}
	memcpy(out, a, left * s->size);
	memcpy(base, s->scratch, (n - right) * s->size);
}

/* How compare_pointees finds the real comparator. */
struct by_pointer {
	__compar_d_fn_t cmp;
	void *arg;
};

static int compare_pointees(const void *a, const void *b, void *arg)
{
	const struct by_pointer *by = arg;
	return by->cmp(*(const void *const *)a, *(const void *const *)b, by->arg);
}

/* Without memory: each element moves down to its place, byte by byte. */
static void sort_in_place(const struct sort *s, char *base, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		char *at = base + i * s->size;
		while (at > base && s->cmp(at - s->size, at, s->arg) > 0) {
			char *below = at - s->size;
			for (size_t k = 0; k < s->size; k++) {
				char c = at[k];
				at[k] = below[k];
				below[k] = c;
			}
			at = below;
		}
	}
}

/* Large elements are sorted through pointers, so that the comparator gets the elements' original
 * addresses and each element moves once. */
static void sort_indirect(const struct sort *s, char *base, size_t n)
{
	char **at = malloc(n * sizeof *at);
	char *sorted = malloc(n * s->size);
	struct by_pointer by = {s->cmp, s->arg};
	struct sort inner = {sizeof *at, compare_pointees, &by, s->scratch};
	if (!at || !sorted) {
		sort_in_place(s, base, n);
	} else {
		for (size_t i = 0; i < n; i++)
			at[i] = base + i * s->size;
		merge_sort(&inner, (char *)at, n);
		for (size_t i = 0; i < n; i++)
			memcpy(sorted + i * s->size, at[i], s->size);
		memcpy(base, sorted, n * s->size);
	}
	free(at);
	free(sorted);
}

void qsort_r(void *base, size_t n, size_t size, __compar_d_fn_t cmp, void *arg)
{
	if (n <= 1 || size == 0)
		return;
	int indirect = size > 32;
	struct sort s = {size, cmp, arg, malloc(n * (indirect ? sizeof(char *) : size))};
	if (!s.scratch)
		sort_in_place(&s, base, n);
	else if (indirect)
		sort_indirect(&s, base, n);
	else
		merge_sort(&s, base, n);
	free(s.scratch);
}

static int call_plain(const void *a, const void *b, void *arg)
{
	return (*(__compar_fn_t *)arg)(a, b);
}

void qsort(void *base, size_t n, size_t size, __compar_fn_t cmp)
{
	qsort_r(base, n, size, call_plain, &cmp);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, __compar_fn_t cmp)
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t mid = (low + high) / 2;
		const char *p = (const char *)base + mid * size;
		int order = cmp(key, p);
		if (order == 0)
			return (void *)p;
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}
