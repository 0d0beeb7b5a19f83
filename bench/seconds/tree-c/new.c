#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	int keys[4];
	if (argc != 5)
		return 2;
	for (int i = 0; i < 4; i++)
		keys[i] = atoi(argv[1 + i]);
	qsort(keys, 4, sizeof keys[0], compare);
	for (int i = 0; i < 4; i++)
		if (i == 0 || keys[i] != keys[i - 1])
			printf("%d ", keys[i]);
	putchar('\n');
	return 0;
}
