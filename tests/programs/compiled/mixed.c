/* mixed.c: hot loops with all that makes native code leave: uninitialised values, first stores,
 * calls through pointers, variable arguments, structs by value, wide integers, deep recursion,
 * labels as values, heap blocks, and an error at the end. Arguments: rounds, which error. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pair {
	long a, b;
	char name[24];
} Pair;

static long add(long a, long b)
{
	return a + b;
}
static long mix(long a, long b)
{
	return (a ^ b) * 31;
}
static long (*const fns[])(long, long) = {add, mix};

static long total(int n, ...)
{
	va_list ap;
	long sum = 0;
	va_start(ap, n);
	while (n--)
		sum += va_arg(ap, int);
	va_end(ap);
	return sum;
}

static Pair swapped(Pair p)
{
	return (Pair){p.b, p.a, "swapped"};
}

static unsigned __int128 wide(unsigned __int128 x, unsigned y)
{
	return x * y + (x >> 70);
}

static long deep(int n)
{
	char here[16];
	snprintf(here, sizeof here, "%d", n);
	return n ? deep(n - 1) + here[0] : 0;
}

static int machine(const char *program, int n)
{
	static const void *const ops[] = {&&inc, &&dbl, &&neg, &&end};
	int v = n;
	goto *ops[*program++ - '0'];
inc:
	v++;
	goto *ops[*program++ - '0'];
dbl:
	v *= 2;
	goto *ops[*program++ - '0'];
neg:
	v = -v;
	goto *ops[*program++ - '0'];
end:
	return v;
}

static long round_of(long i)
{
	int maybe, *block = malloc(sizeof *block * 8);
	long sum = 0;
	if (i % 5)
		maybe = (int)i;
	for (int k = 0; k < 8; k++)
		block[k] = k * (int)i;
	for (int k = 0; k < 8; k++)
		sum = fns[(i + k) & 1](sum, block[k]);
	if (i % 5)
		sum += maybe;
	sum += total(3, (int)i, 2, 3);
	Pair p = swapped((Pair){i, sum, "pair"});
	sum += p.a + p.b + (long)strlen(p.name);
	sum += (long)(wide((unsigned __int128)i << 80 | 7, 11) >> 64);
	sum += machine("010213", (int)i);
	switch (i % 7) {
	case 0: sum += 3; break;
	case 2: sum ^= 5; break;
	case 6: sum -= i; break;
	default: sum++;
	}
	free(block);
	return sum;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 100, sum = 0;
	int which = argc > 2 ? atoi(argv[2]) : 0;
	int *array = calloc(10, sizeof *array), unset;
	for (long i = 0; i < n; i++)
		sum = sum * 3 + round_of(i);
	printf("%ld %ld\n", sum, deep(300));
	for (int i = 0; i <= 10 && which == 1; i++)
		array[i] = i; /* out of bounds */
	for (int i = 5; i >= 0 && which == 2; i--)
		sum += 100 / i; /* division by zero */
	if (which == 3)
		free(array);
	for (int i = 0; i < 10 && which == 3; i++)
		sum += array[i];         /* after free */
	if (which == 4 && unset > 3) /* uninitialised */
		puts("more");
	if (which == 5)
		sum += deep(1000000); /* stack overflow */
	printf("%ld\n", sum);
	return 0;
}
