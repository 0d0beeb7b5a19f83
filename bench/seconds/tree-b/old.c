#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	static unsigned keys[4];
	void *root = NULL;
	int distinct = 0;
	if (argc != 5)
		return 2;
	for (int i = 0; i < 4; i++) {
		keys[i] = atoi(argv[1 + i]);
		unsigned **at = tsearch(&keys[i], &root, compare);
		distinct += *at == &keys[i];
	}
	printf("%d\n", distinct);
	return 0;
}
