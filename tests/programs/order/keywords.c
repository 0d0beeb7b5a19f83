/* keywords.c: words that are compared by the C library, each for a decision of its own; beside them
 * a loop with many paths. */
#include <stdio.h>
#include <string.h>

static int is(const char *word, const char *keyword)
{
	return strcmp(word, keyword) == 0;
}

int main(int argc, char **argv)
{
	int sum = 0;
	if (argc < 3)
		return 2;
	for (const char *s = argv[2]; *s; s++)
		sum += *s == '+' ? 2 : *s == '-' ? 1 : *s == '(' ? 4 : 0;
	if (is(argv[1], "length"))
		puts("a length");
	else if (is(argv[1], "substr"))
		puts("a part");
	else if (is(argv[1], "index"))
		puts("a place");
	else if (is(argv[1], "match"))
		puts("a pattern");
	else
		printf("%d\n", sum);
	return 0;
}
