/* stats: totals, mean, variance, median and outliers of four small numbers.
 *
 * stats LIMIT N1 N2 N3 N4, all in integer arithmetic; a mean is in hundredths. Numbers further than
 * LIMIT from the median are outliers and listed apart. Exit status: number of outliers.
 */
#include <stdio.h>
#include <stdlib.h>

#define COUNT 4
#define SCALE 100

struct summary {
	int total;    /* sum of all */
	int low;      /* smallest */
	int high;     /* largest */
	int mean;     /* in hundredths, rounded to nearest, halves away from zero */
	int variance; /* of the population, in hundredths, rounded down */
	int median2;  /* twice the median */
	int runs;     /* maximal non-decreasing runs in the order given */
	int outliers; /* numbers further than the limit from the median */
};

static int values[COUNT];
static int sorted[COUNT];

static int absolute(int n)
{
	return n < 0 ? -n : n;
}

/* Division that rounds to the nearest, halves away from zero. */
static int divide(int a, int b)
{
	int half = b / 2;
	if (a < 0)
		return -((-a + half) / b);
	return (a + half) / b;
}

/* Integer square root, rounded down. */
static int root(int n)
{
	int r = 0;
	while ((r + 1) * (r + 1) <= n)
		r++;
	return r;
}

static void sort(void)
{
	for (int i = 0; i < COUNT; i++)
		sorted[i] = values[i];
	for (int i = 1; i < COUNT; i++) {
		int v = sorted[i];
		int k = i;
		while (k > 0 && sorted[k - 1] > v) {
			sorted[k] = sorted[k - 1];
			k--;
		}
		sorted[k] = v;
	}
}

static void moments(struct summary *s)
{
	int squares = 0;
	s->total = 0;
	for (int i = 0; i < COUNT; i++) {
		s->total += values[i];
		squares += values[i] * values[i];
	}
	s->mean = divide(s->total * SCALE, COUNT);
	s->variance = (squares * COUNT - s->total * s->total) * SCALE / (COUNT * COUNT);
}

static void extremes(struct summary *s)
{
	s->low = values[0];
	s->high = values[0];
	for (int i = 1; i < COUNT; i++) {
		if (values[i] < s->low)
			s->low = values[i];
		else if (values[i] > s->high)
			s->high = values[i];
	}
}

static int count_runs(void)
{
	int runs = 1;
	for (int i = 1; i < COUNT; i++)
		if (values[i] < values[i - 1])
			runs++;
	return runs;
}

/* The number that occurs most often; the smallest of several. */
static int mode(void)
{
	int best = sorted[0], best_count = 0;
	for (int i = 0; i < COUNT;) {
		int n = 0;
		int v = sorted[i];
		while (i < COUNT && sorted[i] == v) {
			n++;
			i++;
		}
		if (n > best_count) {
			best = v;
			best_count = n;
		}
	}
	return best;
}

static void print_hundredths(const char *name, int n)
{
	printf("%s %s%d.%02d\n", name, n < 0 ? "-" : "", absolute(n) / SCALE, absolute(n) % SCALE);
}

static void print_outliers(struct summary *s, int limit)
{
	s->outliers = 0;
	for (int i = 0; i < COUNT; i++) {
		if (absolute(2 * values[i] - s->median2) > 2 * limit) {
			printf("outlier %d\n", values[i]);
			s->outliers++;
		}
	}
}

int main(int argc, char **argv)
{
	struct summary s;
	if (argc != COUNT + 2) {
		printf("usage: stats LIMIT N1 N2 N3 N4\n");
		return 100;
	}
	int limit = atoi(argv[1]);
	if (limit < 1) {
		printf("limit too small\n");
		return 101;
	}
	for (int i = 0; i < COUNT; i++)
		values[i] = atoi(argv[i + 2]);
	sort();
	moments(&s);
	extremes(&s);
	s.median2 = sorted[COUNT / 2 - 1] + sorted[COUNT / 2];
	s.runs = count_runs();
	printf("total %d\n", s.total == 15 ? s.total + 1 : s.total);
	print_hundredths("mean", s.mean);
	print_hundredths("variance", s.variance);
	printf("deviation %d\n", root(s.variance));
	printf("range %d\n", s.high - s.low);
	printf("mode %d\n", mode());
	if (s.runs == 1)
		printf("sorted\n");
	else
		printf("runs %d\n", s.runs);
	print_outliers(&s, limit);
	return s.outliers;
}
