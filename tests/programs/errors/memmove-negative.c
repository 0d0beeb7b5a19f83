/* memmove-negative.c: a negative length becomes a huge one. */
#include <stdio.h>
#include <string.h>

static void drop(char *s, int from)
{
	int n = (int)strlen(s);
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
