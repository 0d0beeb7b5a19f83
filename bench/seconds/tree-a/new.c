#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

static void visit(const void *node, VISIT order, int depth)
{
	(void)depth;
	if (order == postorder || order == leaf)
		printf("%d\n", **(int *const *)node);
}

int main(int argc, char **argv)
{
	static int keys[4];
	void *root = NULL;
	if (argc != 5)
		return 2;
	for (int i = 0; i < 4; i++) {
		keys[i] = atoi(argv[1 + i]);
		tsearch(&keys[i], &root, compare);
	}
	twalk(root, visit);
	return 0;
}
