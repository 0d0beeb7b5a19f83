/* A level is computed for all, and looked at by one kind of request only. */
#include <stdio.h>
#include <stdlib.h>

static int level_of(int n)
{
	return (n + 1) / 8;
}

static int words(const char *s)
{
	int n = 0, inside = 0;

	for (; *s; s++) {
		if (*s == ' ' || *s == '-')
			inside = 0;
		else if (!inside)
			inside = ++n;
	}
	return n;
}

int main(int argc, char **argv)
{
	int kind = 0;

	if (argc < 3)
		return 2;
	int level = level_of(atoi(argv[1]));
	for (const char *s = argv[2]; *s; s++) {
		if (kind == 0 && *s == 'r')
			kind = 1;
		else if (kind == 1 && *s == 'e')
			kind = 2;
		else if (kind == 2 && *s == 'd')
			kind = 3;
		else if (kind == 3 && *s == 'g')
			kind = 4;
		else if (kind == 4 && *s == 'o')
			kind = 5;
		else if (kind == 5 && *s == 'x')
			kind = 6;
		else
			kind = 0;
	}
	printf("%d words\n", words(argv[2]));
	if (kind == 6)
		printf("level %d\n", level);
	return 0;
}
