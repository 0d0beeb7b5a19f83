/* tail-calls.c: calls in tail position are jumps for a compiler, however many there are; and a jump
 * over them finds its way. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static long even(unsigned long n, long sum);

static long odd(unsigned long n, long sum)
{
	return n == 0 ? sum : even(n - 1, sum + 1);
}

static long even(unsigned long n, long sum)
{
	return n == 0 ? -sum : odd(n - 1, sum + 2);
}

static int length(const struct node *p, int n)
{
	if (!p)
		return n;
	int r = length(p->next, n + 1);
	return r;
}

static void count(struct node *p)
{
	if (!p)
		return;
	p->value++;
	count(p->next);
}

static double halves(unsigned n, double sum)
{
	return n ? halves(n - 1, sum + 0.5) : sum;
}

static long by_table(unsigned long n, long sum);
static long (*const table[])(unsigned long, long) = {by_table, even};

static long by_table(unsigned long n, long sum)
{
	return table[n < 5](n - 1, sum + 2);
}

static jmp_buf top;

static void down(unsigned long n)
{
	if (!n)
		longjmp(top, 7);
	down(n - 1);
}

static long jump(unsigned long n)
{
	int r = setjmp(top);
	if (r)
		return r + (long)n;
	down(n);
	return 0;
}

static long recurse(int depth)
{
	return depth ? recurse(depth - 1) + 1 : jump(500000);
}

int main(void)
{
	struct node *list = NULL;
	for (int i = 0; i < 100000; i++) {
		struct node *p = malloc(sizeof *p);
		*p = (struct node){list, i};
		list = p;
	}
	printf("%ld\n", even(2000000, 1));
	count(list);
	printf("%d %d\n", length(list, 0), list->value);
	printf("%g\n", halves(300000, 0));
	printf("%ld\n", by_table(300000, 1));
	printf("%ld\n", recurse(100));
	return 0;
}
