/* ranges.c: a list of ranges as cut has it (1-3,7,9-), kept sorted, the chosen numbers in a hash table; then fields of a line.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, SLOTS = 128 };

typedef struct Range {
	unsigned low, high;
} Range;

static Range list[MOST];
static int n;
static unsigned table[SLOTS];

static void remember(unsigned v)
{
	unsigned h = v * 2654435761u >> 25;
	while (table[h] && table[h] != v)
		h = (h + 1) % SLOTS;
	table[h] = v;
}

static int chosen(unsigned v)
{
	for (int i = 0; i < n; i++)
		if (v >= list[i].low && v <= list[i].high)
			return 1;
	return 0;
}

static int parse(const char *s)
{
	unsigned v = 0, low = 0;
	int digits = 0, dash = 0;
	for (;; s++) {
		if (*s >= '0' && *s <= '9') {
			v = v * 10 + (unsigned)(*s - '0');
			digits = 1;
		} else if (*s == '-' && !dash) {
			low = digits ? v : 1;
			v = 0;
			dash = 1;
			digits = 0;
		} else if (*s == ',' || *s == 0) {
			if (n == MOST || (!dash && !digits))
				return 0;
			list[n].low = dash ? low : v;
			list[n].high = digits ? v : 9999;
			remember(list[n].low % 1000 + 1);
			n++;
			v = low = 0;
			digits = dash = 0;
			if (!*s)
				return 1;
		} else {
			return 0;
		}
	}
}

static int order(const void *a, const void *b)
{
	const Range *x = a, *y = b;
	return x->low < y->low ? -1 : x->low > y->low;
}

int main(void)
{
	static char line[8192];
	if (!fgets(line, sizeof line, stdin))
		return 1;
	line[strcspn(line, "\n")] = 0;
	if (!parse(line)) {
		puts("bad list");
		return 1;
	}
	qsort(list, (size_t)n, sizeof *list, order);
	unsigned field = 1, output = 0;
	for (int c; (c = getchar()) != EOF;) {
		if (c == ',')
			field++;
		else if (chosen(field))
			output++;
	}
	unsigned used = 0;
	for (int i = 0; i < SLOTS; i++)
		used += table[i] != 0;
	printf("%u of %u fields, %u slots\n", output, field, used);
	return 0;
}
