/* cuts: prints the selected columns of each line, after cut of the coreutils. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANGES = 16, MOST_LINE = 64 };

struct range {
	unsigned from, to; /* both included; to 0: up to the end of the line */
};

static struct range ranges[MOST_RANGES];
static unsigned n_ranges;
static unsigned max_end;   /* the largest end of a closed range */
static unsigned eol_start; /* where the range up to the end begins; 0: there is none */
static bool complement;
static bool only_delimited;
static char field_delimiter = '\t';
static const char *out_delimiter;
static unsigned char *wanted; /* by column, from 1 */

static void fail(const char *what)
{
	printf("cuts: %s\n", what);
	exit(1);
}

static void usage(void)
{
	printf("usage: cuts [-c] [-s] [-d X] [-o TEXT] LIST [LINE...]\n");
	printf("  -c       all but the columns of LIST\n");
	printf("  -s       no lines without a delimiter\n");
	printf("  -d X     fields are separated by X, not by tabs\n");
	printf("  -o TEXT  between the pieces\n");
	exit(2);
}

/* A decimal number; *end is behind it. Numbers of more than three digits are refused. */
static unsigned read_number(const char *s, const char **end)
{
	unsigned n = 0;
	const char *at = s;
	while (*at >= '0' && *at <= '9') {
		n = n * 10 + (unsigned)(*at - '0');
		at++;
		if (at - s > 3)
			fail("number too large");
	}
	*end = at;
	return n;
}

static void add_range(unsigned from, unsigned to)
{
	if (n_ranges == MOST_RANGES)
		fail("too many ranges");
	if (to && to < from)
		fail("decreasing range");
	ranges[n_ranges].from = from;
	ranges[n_ranges].to = to;
	n_ranges++;
}

/* LIST is N, N-M, N- or -M, separated by commas. */
static void parse_list(const char *s)
{
	for (;;) {
		unsigned from = 1, to = 0;
		bool dash = false;
		const char *end;
		if (*s >= '0' && *s <= '9') {
			from = read_number(s, &end);
			to = from;
			s = end;
		}
		if (*s == '-') {
			dash = true;
			s++;
			to = 0;
			if (*s >= '0' && *s <= '9') {
				to = read_number(s, &end);
				s = end;
				if (!to)
					fail("columns are numbered from 1");
			}
		}
		if (!from)
			fail("columns are numbered from 1");
		if (!dash && !to)
			fail("missing list");
		add_range(from, to);
		if (!*s)
			break;
		if (*s != ',')
			fail("invalid list");
		s++;
	}
}

/* The ends of the ranges decide how long the table has to be. */
static void find_ends(void)
{
	for (unsigned i = 0; i < n_ranges; i++) {
		if (!ranges[i].to) {
			if (!eol_start || ranges[i].from < eol_start)
				eol_start = ranges[i].from;
		} else if (ranges[i].to > max_end) {
			max_end = ranges[i].to;
		}
	}
	if (max_end < eol_start)
		max_end = eol_start;
}

static void fill_table(void)
{
	wanted = calloc(MOST_LINE * 16, 1);
	if (!wanted)
		fail("no memory");
	for (unsigned i = 0; i < n_ranges; i++) {
		unsigned to = ranges[i].to ? ranges[i].to : max_end;
		for (unsigned k = ranges[i].from; k <= to && k <= max_end; k++)
			wanted[k] = 1;
	}
	if (eol_start)
		wanted[eol_start] |= 2;
}

static bool is_wanted(unsigned column)
{
	bool in = (eol_start && column >= eol_start) || (column <= max_end && wanted[column]);
	return complement ? !in : in;
}

/* The first column of a range gets the output delimiter in front, unless it is the first of all. */
static bool starts_range(unsigned column)
{
	for (unsigned i = 0; i < n_ranges; i++)
		if (ranges[i].from == column)
			return true;
	return false;
}

static void cut_bytes(const char *line)
{
	bool any = false;
	for (unsigned k = 1; line[k - 1]; k++) {
		if (!is_wanted(k))
			continue;
		if (out_delimiter && any && starts_range(k))
			fputs(out_delimiter, stdout);
		putchar(line[k - 1]);
		any = true;
	}
	putchar('\n');
}

static void cut_fields(const char *line)
{
	unsigned field = 1;
	bool any = false;
	if (!strchr(line, field_delimiter)) {
		if (!only_delimited)
			printf("%s\n", line);
		return;
	}
	while (*line) {
		size_t n = 0;
		while (line[n] && line[n] != field_delimiter)
			n++;
		if (is_wanted(field)) {
			if (any && out_delimiter)
				fputs(out_delimiter, stdout);
			else if (any)
				putchar(field_delimiter);
			printf("%.*s", (int)n, line);
			any = true;
		}
		line += n;
		if (*line)
			line++;
		field++;
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	bool fields = false;
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1] > '9'; at++) {
		switch (argv[at][1]) {
		case 'c': complement = true; break;
		case 's': only_delimited = true; break;
		case 'd':
			if (++at == argc || !argv[at][0])
				usage();
			field_delimiter = argv[at][0];
			fields = true;
			break;
		case 'o':
			if (++at == argc)
				usage();
			out_delimiter = argv[at];
			break;
		default: usage();
		}
	}
	if (at == argc)
		usage();
	parse_list(argv[at++]);
	find_ends();
	fill_table();
	for (; at < argc; at++) {
		if (strlen(argv[at]) >= MOST_LINE)
			fail("line too long");
		if (fields)
			cut_fields(argv[at]);
		else
			cut_bytes(argv[at]);
	}
	return 0;
}
