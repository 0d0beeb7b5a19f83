/* start.c: prints its argument; the new version reads settings first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wide;

static void put_text(const char *text)
{
	for (; *text; text++) {
		if (wide)
			putchar(' ');
		putchar(*text);
	}
	putchar('\n');
}

static void put_length(const char *text)
{
	if (*text)
		printf("%zu\n", strlen(text));
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	put_text(argv[1]);
	put_length(argv[1]);
	return 0;
}
