/* ranges: cuts characters or fields out of lines, by a list of ranges.
 *
 * ranges LIST MODE < input. LIST is 2, 1-3, -2, 3-, or several with commas; MODE is c (characters),
 * f (fields between colons) or s (fields, but lines without a colon are dropped). Selected parts
 * come out in the order of the line, once each. Exit status: 0, 1 for a bad list, 2 for a bad mode.
 */
#include <stdio.h>
#include <string.h>

#define MAX_RANGES 4
#define MAX_LINE 64
#define TO_END 9999
#define SEPARATOR ':'

struct range {
	int low;
	int high; /* TO_END: all that follow */
};

static struct range ranges[MAX_RANGES];
static int n_ranges;

/* Reads a number; -1 if there is none, TO_END if it is large. */
static int read_number(const char **p)
{
	int n = 0;
	if (**p < '0' || **p > '9')
		return -1;
	while (**p >= '0' && **p <= '9') {
		n = n * 10 + (**p - '0');
		if (n > TO_END)
			n = TO_END;
		(*p)++;
	}
	return n;
}

static int add_range(int low, int high)
{
	if (low < 1 || high < low || n_ranges == MAX_RANGES)
		return 0;
	ranges[n_ranges].low = low;
	ranges[n_ranges].high = high;
	n_ranges++;
	return 1;
}

static int parse_range(const char **p)
{
	int low = read_number(p);
	if (**p != '-')
		return low >= 0 && add_range(low, low);
	(*p)++;
	int high = read_number(p);
	return add_range(low < 0 ? 1 : low, high < 0 ? TO_END : high);
}

static int parse_list(const char *p)
{
	for (;;) {
		if (!parse_range(&p))
			return 0;
		if (!*p)
			return 1;
		if (*p++ != ',')
			return 0;
	}
}

/* Sorts by the lower end and joins what overlaps or touches. */
static void join_ranges(void)
{
	for (int i = 1; i < n_ranges; i++)
		for (int k = i; k > 0 && ranges[k].low < ranges[k - 1].low; k--) {
			struct range r = ranges[k];
			ranges[k] = ranges[k - 1];
			ranges[k - 1] = r;
		}
	int n = 0;
	for (int i = 1; i < n_ranges; i++) {
		if (ranges[i].low <= ranges[n].high + 1) {
			if (ranges[i].high > ranges[n].high)
				ranges[n].high = ranges[i].high;
		} else {
			ranges[++n] = ranges[i];
		}
	}
	n_ranges = n + 1;
}

/* Ranges are sorted, and positions are asked for in order. */
static int selected(int position)
{
	for (int i = 0; i < n_ranges; i++)
		if (position <= ranges[i].high)
			return position >= ranges[i].low;
	return 0;
}

static void cut_characters(const char *line)
{
	for (int i = 0; line[i]; i++)
		if (selected(i + 1))
			putchar(line[i]);
	putchar('\n');
}

static void cut_fields(const char *line, int only_separated)
{
	int field = 1, printed = 0;
	if (!strchr(line, SEPARATOR)) {
		if (!only_separated)
			puts(line);
		return;
	}
	for (;;) {
		size_t n = strcspn(line, ":");
		if (selected(field)) {
			if (printed++)
				putchar(SEPARATOR);
			fwrite(line, 1, n, stdout);
		}
		if (!line[n])
			break;
		line += n + 1;
		field++;
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	char line[MAX_LINE];
	if (argc != 3 || !parse_list(argv[1])) {
		printf("bad list\n");
		return 1;
	}
	char mode = argv[2][0];
	if ((mode != 'c' && mode != 'f' && mode != 's') || argv[2][1]) {
		printf("bad mode\n");
		return 2;
	}
	join_ranges();
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (mode == 'c')
			cut_characters(line);
		else
			cut_fields(line, mode == 's');
	}
	return 0;
}
