/* option.c: five bugs, each behind an innocent start: see tests/cli/explore.t. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int lookup(int i)
{
	static const int table[10] = {1, 2, 3};
	return table[i];
}

static void copy(const char *from)
{
	char to[4];
	int n = 0;
	for (; from[n] && n <= 4; n++)
		to[n] = from[n];
	puts(n > 2 ? "long" : "short");
	(void)to;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	const char *value = argv[2];
	int number = atoi(value);
	switch (argv[1][0]) {
	case 'i': printf("%d\n", lookup(number)); break;
	case 'c': copy(value); break;
	case 'n': {
		const char *equal = strchr(value, '=');
		printf("%c\n", equal[1]);
		break;
	}
	case 'd': printf("%d\n", 100 / (number - 7)); break;
	case 'a': assert(number != 42); break;
	default: puts("nothing");
	}
	return 0;
}
