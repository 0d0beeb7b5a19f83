/* sorting.c: qsort on many shapes, bsearch, stable merge by hand, radix. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec {
	char name[8];
	int key;
	double w;
};

static int by_key(const void *a, const void *b)
{
	const struct rec *x = a, *y = b;
	return (x->key > y->key) - (x->key < y->key);
}
static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct rec *)a)->name, ((const struct rec *)b)->name);
}
static int by_byte(const void *a, const void *b)
{
	return *(const unsigned char *)a - *(const unsigned char *)b;
}
static int with_sign(const void *a, const void *b, void *arg)
{
	return *(int *)arg * (*(const int *)a - *(const int *)b);
}

int main(void)
{
	struct rec r[50];
	unsigned seed = 7;
	for (int i = 0; i < 50; i++) {
		seed = seed * 1664525 + 1013904223;
		r[i].key = (int)(seed >> 8);
		memset(r[i].name, 0, sizeof r[i].name);
		snprintf(r[i].name, sizeof r[i].name, "n%u", seed >> 20);
		r[i].w = i / 8.0;
	}
	qsort(r, 50, sizeof *r, by_key);
	double h = 0;
	for (int i = 0; i < 50; i++)
		h = h / 2 + r[i].w * i;
	printf("%.10g %s\n", h, r[0].name);
	struct rec *hit = bsearch(&r[17], r, 50, sizeof *r, by_key), miss = {.key = -1};
	printf("%td %d\n", hit - r, bsearch(&miss, r, 50, sizeof *r, by_key) == NULL);
	qsort(r, 50, sizeof *r, by_name);
	printf("%s %s\n", r[0].name, r[49].name);
	char text[] = "the quick brown fox";
	qsort(text, strlen(text), 1, by_byte);
	printf("[%s]\n", text);
	int v[] = {5, 3, 9, -1, 7}, sign = -1;
	qsort_r(v, 5, sizeof *v, with_sign, &sign);
	printf("%d %d %d\n", v[0], v[2], v[4]);
	qsort(v, 0, sizeof *v, by_byte);
	qsort(v, 1, sizeof *v, by_byte);
	return 0;
}
