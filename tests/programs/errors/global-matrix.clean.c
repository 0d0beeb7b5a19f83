/* global-matrix.clean.c: rows and columns in their places. */
#include <stdio.h>

enum { ROWS = 3, COLS = 5 };
static int m[ROWS][COLS];

int main(void)
{
	int s = 0;
	for (int r = 0; r < ROWS; r++) {
		int *row = &m[0][0] + r * COLS;
		for (int c = 0; c < COLS; c++)
			s += row[c];
	}
	printf("%d\n", s);
	puts("done");
	return 0;
}
