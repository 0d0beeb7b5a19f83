/* opt_near.c: what a mistyped word was probably meant to be. */
#include "base/opt.h"

enum { LONGEST = 40 }; /* characters of a word */

static size_t least_of(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;
	return m < c ? m : c;
}

/* Insertions, deletions, replacements and swaps of neighbours between two words. */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
	size_t rows[3][LONGEST +
				   1]; /* the present row of the table, the one before, the one before that */
	for (size_t k = 0; k <= m; k++)
		rows[0][k] = k;
	for (size_t i = 1; i <= n; i++) {
		size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *swapped = rows[(i + 1) % 3];
		now[0] = i;
		for (size_t k = 1; k <= m; k++) {
			now[k] =
				least_of(before[k] + 1, now[k - 1] + 1, before[k - 1] + (a[i - 1] != b[k - 1]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] &&
				swapped[k - 2] + 1 < now[k])
				now[k] = swapped[k - 2] + 1;
		}
	}
	return rows[n % 3][m];
}

/* Letters that may be wrong in a word of n. */
static size_t most_wrong(size_t n)
{
	if (n <= 3)
		return 1;
	return n <= 6 ? 2 : 3;
}

void near_try(Near *near, const char *candidate)
{
	size_t m = strlen(candidate);
	if (!near->n || near->n > LONGEST || m > LONGEST)
		return;
	size_t d = distance(near->word, near->n, candidate, m);
	bool begins = near->n >= 3 && !strncmp(near->word, candidate, near->n); /* an abbreviation */
	size_t cost = begins ? 1 : d;
	if (cost <= most_wrong(near->n) && (!near->best || cost < near->cost)) {
		near->best = candidate;
		near->cost = cost;
	}
}
