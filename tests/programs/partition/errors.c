/* errors.c: lines that are there for their names: a dead one, an array, globals, scopes. */
#include <stdio.h>
#include <stdlib.h>

static int total;
struct pair {
	int low, high;
};

static int twice(int n)
{
	static int calls;
	calls++;
	return 2 * n;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int a[3] = {0, 0, 0};
	struct pair p = {n, 7};
	for (int i = 0; i < 3; i++)
		a[i] = n + i;
	if (n > 4)
		total = twice(n);
	if (n > 4 && n < 3) {
		int dead = n;
		printf("%d\n", dead);
	}
	printf("%d %d %d\n", a[1], p.low, total);
	return 0;
}
