/* goto-loops.c: jumps into, out of and across blocks; loops without loop statements. */
#include <stdio.h>

static int collatz(long n)
{
	int steps = 0;
again:
	if (n == 1)
		goto out;
	if (n & 1)
		goto odd;
	n /= 2;
	goto count;
odd:
	n = 3 * n + 1;
count:
	steps++;
	goto again;
out:
	return steps;
}

/* A loop with two entries. */
static int irreducible(int a, int n)
{
	int s = 0;
	if (a)
		goto second;
first:
	s += 1;
	if (--n <= 0)
		return s;
second:
	s += 10;
	if (--n <= 0)
		return s;
	goto first;
}

static int find(int want)
{
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 10; j++)
			for (int k = 0; k < 10; k++)
				if (i * j * k == want)
					goto found;
	return 0;
found:
	return want * 2;
}

static int into(int n)
{
	int i = 5, s = 0;
	if (n)
		goto middle;
	for (i = 0; i < 3; i++) {
		s += 100;
	middle:
		s += i;
	}
	return s;
}

static int cleanup(int fail_at)
{
	int r = 0;
	if (fail_at == 1)
		goto one;
	r += 1;
	if (fail_at == 2)
		goto two;
	r += 10;
	if (fail_at == 3)
		goto three;
	return r + 1000;
three:
	r -= 10;
two:
	r -= 1;
one:
	return r;
}

int main(void)
{
	for (long n = 1; n < 30; n++)
		printf("%d ", collatz(n));
	printf("\n%d %d\n", irreducible(0, 7), irreducible(1, 7));
	printf("%d %d\n", find(343), find(11));
	printf("%d %d\n", into(0), into(1));
	for (int i = 0; i < 5; i++)
		printf("%d ", cleanup(i));
	printf("\n");
	return 0;
}
