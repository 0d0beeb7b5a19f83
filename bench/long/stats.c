/* stats.c: sums, means and deviations of the columns of a table of numbers, read by sscanf.
 * long: --stdin @file:N=SEED
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16 };

/* What is known of one column. */
typedef struct Column {
	long n;
	double sum, squares, logs, min, max;
} Column;

static Column columns[MOST];

static void take(Column *c, double v)
{
	if (!c->n || v < c->min)
		c->min = v;
	if (!c->n || v > c->max)
		c->max = v;
	c->n++;
	c->sum += v;
	c->squares += v * v;
	if (v > 0)
		c->logs += log(v);
}

static int take_line(const char *line)
{
	int k = 0, used;
	double v;
	while (k < MOST && sscanf(line, "%lf%n", &v, &used) == 1) {
		take(&columns[k++], v);
		line += used;
	}
	return k;
}

int main(void)
{
	char line[256];
	int most = 0, lines = 0;
	while (fgets(line, sizeof line, stdin)) {
		int k = take_line(line);
		lines++;
		if (k > most)
			most = k;
	}
	for (int i = 0; i < most; i++) {
		const Column *c = &columns[i];
		double mean = c->sum / (double)c->n, left = c->squares / (double)c->n - mean * mean;
		printf("%d: n %ld mean %.3f dev %.3f geo %.3f min %g max %g\n", i, c->n, mean,
			   sqrt(left > 0 ? left : 0), exp(c->logs / (double)c->n), c->min, c->max);
	}
	return lines ? 0 : 1;
}
