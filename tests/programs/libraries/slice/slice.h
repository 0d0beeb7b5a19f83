/* slice.h: parts of lists, as .[from:to] of a query language has them. */
#ifndef SLICE_H
#define SLICE_H

typedef struct cell {
	char value;
	struct cell *next;
} cell;

cell *cells(const char *text);
/* A copy of the cells from `from` up to `to`; negative numbers count from the end. */
cell *slice(const cell *list, int from, int to);

#endif
