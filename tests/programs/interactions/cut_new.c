/* Ranges of columns, after figures 3 and 4 of the paper on change interaction errors. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 99 };

static unsigned max_endpoint; /* the largest end of a closed range */
static unsigned eol_start;    /* where a range without an end begins */
static unsigned char *printable;

static bool is_printable(unsigned i)
{
	return printable[i];
}

static bool read_list(const char *s)
{
	for (;;) {
		unsigned from = 0, to = 0;
		for (; *s >= '0' && *s <= '9' && from <= MOST; s++)
			from = from * 10 + (unsigned)(*s - '0');
		if (*s == '-' && s[1] >= '0' && s[1] <= '9')
			for (s++; *s >= '0' && *s <= '9' && to <= MOST; s++)
				to = to * 10 + (unsigned)(*s - '0');
		else if (*s == '-')
			s++, eol_start = from;
		else
			to = from;
		if (!from || from > MOST || to > MOST)
			return false;
		if (to > max_endpoint)
			max_endpoint = to;
		if (*s != ',')
			return !*s;
		s++;
	}
}

int main(int argc, char **argv)
{
	bool delimited = argc > 2 && argv[2][0] == 'd';
	if (argc < 2 || !read_list(argv[1])) {
		printf("invalid list\n");
		return 1;
	}

	/* The name of the file, if there is one. */
	if (argc > 3)
		printf("%s:\n", argv[3]);

	/* Columns that are printed whatever the ranges say. */
	if (max_endpoint)
		printable = calloc(max_endpoint + 1, 1);

	if (delimited && eol_start && max_endpoint && !is_printable(eol_start))
		printf("delimiter at %u\n", eol_start);
	printf("done\n");
	return 0;
}
