/* A table with equal entries, looked up early; what it says is needed by few of the texts. */
#include <stdio.h>
#include <stdlib.h>

static const char kinds[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static int kind_of(int n)
{
	return kinds[(n >> 2) & 15];
}

/* Brackets that match, with strings in between. */
static int depth_of(const char *s, int wide)
{
	int depth = 0, most = 0;
	for (; *s; s++) {
		if (*s == '(' || *s == '[') {
			depth++;
			if (depth > most)
				most = depth;
		} else if (*s == ')' || *s == ']') {
			if (--depth < 0)
				return -1;
		} else if (*s == '"') {
			do
				s++;
			while (*s && *s != '"');
			if (!*s)
				return -2;
			if (depth == 2)
				most += wide;
		} else if (*s < '0' || *s > '9') {
			return -3;
		}
	}
	return depth ? -4 : most;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int wide = 0;
	if (kind_of(atoi(argv[1])) == 2)
		wide = 10;
	int depth = depth_of(argv[2], wide);
	if (depth < 0)
		return 1;
	printf("%d\n", depth);
	return 0;
}
