/* memmove-negative.clean.c: no more is dropped than there is. */
#include <stdio.h>
#include <string.h>

static void drop(char *s, int from)
{
	int n = (int)strlen(s);
	if (from > n)
		from = n;
	memmove(s, s + from, (size_t)(n - from + 1));
}

int main(int argc, char **argv)
{
	(void)argv;
	char s[] = "abcdef";
	drop(s, argc);
	puts(s);
	drop(s, 8);
	puts(s);
	puts("done");
	return 0;
}
