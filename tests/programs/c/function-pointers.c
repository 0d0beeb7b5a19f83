/* function-pointers.c: tables, callbacks with context, pointers returned, compared, cast, in
 * structs. */
#include <stdio.h>
#include <stdlib.h>

typedef int (*binary)(int, int);

static int add(int a, int b)
{
	return a + b;
}
static int sub(int a, int b)
{
	return a - b;
}
static int mul(int a, int b)
{
	return a * b;
}
static int big(int a, int b)
{
	return a > b ? a : b;
}

static const struct {
	char op;
	binary f;
} table[] = {{'+', add}, {'-', sub}, {'*', mul}, {'>', big}};

static binary find(char op)
{
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].op == op)
			return table[i].f;
	return NULL;
}

static int (*choose(int n))(int, int)
{
	return n ? &add : *sub;
}

static int fold(const int *v, int n, int start, binary f)
{
	for (int i = 0; i < n; i++)
		start = f(start, v[i]);
	return start;
}

struct visitor {
	void (*visit)(struct visitor *, int);
	int count;
};
static void count_odd(struct visitor *v, int x)
{
	v->count += x & 1;
}
static void sum_all(struct visitor *v, int x)
{
	v->count += x;
}
static void walk(struct visitor *v, int depth)
{
	v->visit(v, depth);
	if (depth > 0) {
		walk(v, depth - 1);
		walk(v, depth - 2);
	}
}

static int descending(const void *a, const void *b)
{
	return *(const int *)b - *(const int *)a;
}

static double generic(void (*f)(void), int kind)
{
	return kind ? ((double (*)(double))f)(1.5) : ((int (*)(int))f)(3);
}
static double dbl(double x)
{
	return x * 2;
}
static int neg(int x)
{
	return -x;
}

int main(void)
{
	int v[] = {3, 1, 4, 1, 5, 9, 2, 6};
	for (const char *p = "+-*>"; *p; p++)
		printf("%c %d %d\n", *p, fold(v, 8, 1, find(*p)), (*find(*p))(7, 5));
	printf("%d %d %d\n", choose(0)(5, 3), choose(1)(5, 3), find('?') == NULL);
	printf("%d %d\n", choose(1) == add, choose(0) != sub);
	struct visitor odd = {count_odd, 0}, all = {sum_all, 0};
	walk(&odd, 8);
	walk(&all, 8);
	printf("%d %d\n", odd.count, all.count);
	qsort(v, 8, sizeof *v, descending);
	for (int i = 0; i < 8; i++)
		printf("%d ", v[i]);
	printf("\n%g %g\n", generic((void (*)(void))dbl, 1), generic((void (*)(void))neg, 0));
	binary ops[3] = {add, sub, mul}, *p = ops;
	printf("%d ", (*p++)(1, 2));
	printf("%d %d\n", (**p)(9, 4), p[1](3, 3));
	return 0;
}
