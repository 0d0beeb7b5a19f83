/* inline.c: hot calls of small functions, which become part of their caller: reads, one store at
 * the end, branches, calls within calls, divisions, floats. Arguments: rounds, which error. */
#include <stdio.h>
#include <stdlib.h>

typedef struct Cell {
	int value;
	struct Cell *next;
} Cell;

static unsigned rotated(unsigned x, int n)
{
	return x >> n | x << (32 - n);
}

static int get(const int *a, int i)
{
	return a[i];
}

static void set(int *a, int i, int v)
{
	a[i] = v;
}

static int at_most(int x, int most)
{
	if (x > most)
		return most;
	return x < -most ? -most : x;
}

/* Reads, then writes: the write is the last that can fail. */
static void bump(int *a, int i, int by)
{
	set(a, i, at_most(get(a, i) + by, 1000));
}

/* Two writes: never part of its caller. */
static void swap(int *a, int i, int j)
{
	int v = get(a, i);
	set(a, i, get(a, j));
	set(a, j, v);
}

static int quotient(int x, int y)
{
	return x / y;
}

static double mean(double a, double b)
{
	return (a + b) / 2;
}

static int second(const Cell *c)
{
	return c->next->value;
}

static int sign(int x)
{
	switch (x > 0 ? 1 : x < 0 ? -1 : 0) {
	case 1: return 7;
	case -1: return -7;
	default: return 0;
	}
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 20, error = argc > 2 ? atoi(argv[2]) : 0;
	int *a = calloc(16, sizeof *a), unset[4];
	Cell last = {3, NULL}, first = {1, &last};
	unsigned h = 1;
	double m = 0;
	for (int i = 0; i < rounds; i++) {
		bump(a, i % 16, i);
		swap(a, i % 16, i * 7 % 16);
		h = rotated(h, i % 31 + 1) ^ (unsigned)get(a, i * 3 % 16);
		h += (unsigned)(sign(i - rounds / 2) + quotient(i, 3) + second(&first));
		m = mean(m, i);
		set(unset, i % 3, i);
	}
	printf("%x %.3f %d\n", h, m, get(unset, 0));
	switch (error) {
	case 1: return get(a, 16);
	case 2: set(a, -1, 5); break;
	case 3: return quotient(rounds, a[15] - a[15]);
	case 4: return second(&last);
	case 5: return get(unset, 3) > 5;
	case 6: bump(a, 1 << 20, 1); break;
	case 7:
		m = mean(1e308 * 10, -1e308 * 10);
		printf("%d\n", m == m);
		break;
	default: break;
	}
	free(a);
	return 0;
}
