/* expand.c: copies text, replacing tabs by blanks. With -q, one heap block is too small.
 *
 * Usage: expand [-w WIDTH] [-q] [TEXT]
 *
 * The bug is planted and of a common kind: the size of the result is computed in one place, the
 * result written in another, and an option added later was thought of in one of them only. Run
 * natively, the program prints what it should: malloc's rounding hides the stray bytes. A width of
 * 0 is a second one, which shows natively too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the expanded text needs, its end included. */
static size_t expanded_size(const char *text, size_t width)
{
	size_t column = 0;
	for (; *text; text++)
		column += *text == '\t' ? width - column % width : 1;
	return column + 1;
}

/* With quote, the result stands between quotation marks. */
static char *expand(const char *text, size_t width, int quote)
{
	char *result = malloc(expanded_size(text, width));
	size_t column = 0, at = 0;
	if (!result)
		abort();
	if (quote)
		result[at++] = '"';
	for (; *text; text++) {
		size_t n = *text == '\t' ? width - column % width : 1;
		memset(result + at, *text == '\t' ? ' ' : *text, n);
		at += n;
		column += n;
	}
	if (quote)
		result[at++] = '"';
	result[at] = 0;
	return result;
}

int main(int argc, char **argv)
{
	size_t width = 8;
	int quote = 0, option;
	while ((option = getopt(argc, argv, "w:q")) != -1) {
		switch (option) {
		case 'w': width = strtoul(optarg, NULL, 10); break;
		case 'q': quote = 1; break;
		default: fprintf(stderr, "usage: %s [-w WIDTH] [-q] [TEXT]\n", argv[0]); return 2;
		}
	}
	char *result = expand(optind < argc ? argv[optind] : "a\tb\tc", width, quote);
	puts(result);
	free(result);
	return 0;
}
