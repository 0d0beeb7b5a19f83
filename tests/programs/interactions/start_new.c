/* start.c: prints its argument; the new version reads settings first. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wide;

static void check_stream(FILE *f)
{
	if (ferror(f))
		exit(EXIT_FAILURE);
}

static void put_text(const char *text)
{
	for (; *text; text++) {
		if (wide)
			putchar(' ');
		putchar(*text);
		check_stream(stdout);
	}
	putchar('\n');
	check_stream(stdout);
}

static void put_length(const char *text)
{
	if (*text) {
		printf("%zu\n", strlen(text));
		check_stream(stdout);
	}
}

static void read_settings(const char *text)
{
	wide = isupper((unsigned char)*text) != 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	read_settings(argv[2]);
	put_text(argv[1]);
	put_length(argv[1]);
	return 0;
}
