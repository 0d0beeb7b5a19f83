/* lines.h: removes lines that match regular expressions from a text (--ignore). */
#ifndef DRIFT_LINES_H
#define DRIFT_LINES_H

#include <regex.h>

#include "base/base.h"

/* Regular expressions; a comparison ignores lines that match one of them. */
typedef struct LineFilter {
	VEC(regex_t) patterns;
	const char *const *sources; /* their texts */
} LineFilter;

/* Compiles extended regular expressions and keeps the pointers to their texts. Call lines_free even
 * if it fails. */
bool lines_init(LineFilter *f, const char *const *texts, size_t n, Err *err);
void lines_free(LineFilter *f);
/* Appends the lines of a text that match no expression. */
void lines_filter(const LineFilter *f, const Buf *text, Buf *to);

#endif
