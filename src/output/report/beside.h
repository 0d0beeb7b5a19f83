/* beside.h: two texts side by side, line by line.
 *
 * Lines are matched by a longest common subsequence; unmatched lines are paired in their order.
 * Rows refer to lines from 1; 0 is none. */
#ifndef DRIFT_REPORT_BESIDE_H
#define DRIFT_REPORT_BESIDE_H

#include "base/base.h"

typedef struct PageLine {
	const char *at;
	size_t n;
} PageLine;

typedef VEC(PageLine) PageLines;

typedef struct BesideRow {
	u32 line[2]; /* of the left and the right text, 0: none */
	bool same;
} BesideRow;

typedef VEC(BesideRow) BesideRows;

/* Without line ends; a last line without one counts. */
void lines_of(const char *text, size_t n, PageLines *to);
void beside(const PageLines *left, const PageLines *right, BesideRows *rows);
/* Counts the bytes that both lines have in common at the front and, behind that, at the end. */
void line_common(PageLine a, PageLine b, size_t *front, size_t *back);

#endif
