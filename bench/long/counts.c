/* counts.c: a histogram and totals of integers in a table, parsed digit by digit into fields.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 8, BINS = 16 };

static long totals[FIELDS];
static unsigned bins[FIELDS][BINS];

static int take_line(char *line)
{
	int field = 0;
	for (char *word = strtok(line, " ,;\t\n"); word && field < FIELDS;
		 word = strtok(NULL, " ,;\t\n")) {
		int v;
		if (sscanf(word, "%d", &v) != 1)
			return -1;
		totals[field] += v;
		bins[field][(unsigned)v % BINS]++;
		field++;
	}
	return field;
}

int main(void)
{
	char line[256];
	int bad = 0, widest = 0;
	while (fgets(line, sizeof line, stdin)) {
		int n = take_line(line);
		if (n < 0)
			bad++;
		else if (n > widest)
			widest = n;
	}
	for (int i = 0; i < widest; i++) {
		unsigned best = 0;
		for (unsigned k = 1; k < BINS; k++)
			if (bins[i][k] > bins[i][best])
				best = k;
		printf("%d: total %ld, most in %u (%u)\n", i, totals[i], best, bins[i][best]);
	}
	return bad > 9 ? 9 : bad;
}
