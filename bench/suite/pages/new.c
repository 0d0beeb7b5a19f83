/* pages: marks the pages that a list selects. usage: pages LIST LAST
 *
 * A list has single pages and ranges, as in 1,3-5,8-: a missing bound is the first or the last page.
 * LAST is at most 9. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 9 };

static int selected[MOST + 2];

/* Reads a digit; 0: there is none. */
static int digit(const char **at)
{
	if (**at >= '1' && **at <= '9')
		return *(*at)++ - '0';
	return 0;
}

static int add(int first, int last, int pages)
{
	if (last > pages)
		last = pages;
	if (first > last && last < pages)
		return 0;
	for (int i = first; i <= last; i++)
		selected[i] = 1;
	return 1;
}

static int read_list(const char *at, int pages)
{
	for (;;) {
		int first = digit(&at), last = first;
		if (*at == '-') {
			at++;
			last = digit(&at);
			if (!last)
				last = pages;
			if (!first)
				first = 1;
		}
		if (!first)
			return 0;
		if (!add(first, last, pages))
			return 0;
		if (*at != ',' && *at != ' ')
			break;
		at++;
	}
	return *at == 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int pages = atoi(argv[2]);
	if (pages < 1 || pages > MOST) {
		puts("bad number of pages");
		return 2;
	}
	if (!read_list(argv[1], pages)) {
		puts("bad list");
		return 1;
	}
	int n = 0;
	for (int i = 1; i <= pages; i++) {
		putchar(selected[i] ? '*' : '.');
		n += selected[i];
	}
	printf(" %d\n", n);
	return 0;
}
