/* lines.h: lines of a text that do not count, by regular expressions (--ignore). */
#ifndef DRIFT_LINES_H
#define DRIFT_LINES_H

#include <regex.h>

#include "base/base.h"

/* Regular expressions; a line that one of them matches does not count. */
typedef struct LineFilter {
	VEC(regex_t) patterns;
	const char *const *sources; /* their texts */
} LineFilter;

/* Extended expressions; the texts are kept. lines_free in any case. */
bool lines_init(LineFilter *f, const char *const *texts, size_t n, Err *err);
void lines_free(LineFilter *f);
/* Appends the lines of a text that count. */
void lines_filter(const LineFilter *f, const Buf *text, Buf *to);

#endif
