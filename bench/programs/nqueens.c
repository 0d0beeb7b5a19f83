/* nqueens.c: all solutions on a board, by backtracking over arrays. Argument: queens. */
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 16 };
static int column[MAX], rising[2 * MAX], falling[2 * MAX], location[MAX], n;
static unsigned long hash;

static long solve(int row)
{
	if (row == n) {
		for (int i = 0; i < n; i++)
			hash = hash * 31 + (unsigned long)location[i];
		return 1;
	}
	long found = 0;
	for (int c = 0; c < n; c++) {
		if (column[c] || rising[row + c] || falling[row - c + n])
			continue;
		column[c] = rising[row + c] = falling[row - c + n] = 1;
		location[row] = c;
		found += solve(row + 1);
		column[c] = rising[row + c] = falling[row - c + n] = 0;
	}
	return found;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 10;
	if (n > MAX)
		return 2;
	long found = 0;
	for (int round = 0; round < 24; round++)
		found += solve(0);
	printf("%ld %016lx\n", found, hash);
	return 0;
}
