/* texts.h: reads the outputs of a result.json back, as docs/explore.md describes them. */
#ifndef DRIFT_TESTS_TEXTS_H
#define DRIFT_TESTS_TEXTS_H

#include "engine/explore/outcome.h"
#include "engine/input/inputs.h"

/* One case of a result.json. */
typedef struct TextCase {
	char *condition, *output, *status; /* as written; status NULL: it is number */
	Expr cond, status_expr;            /* status_expr 0: there is none */
	OutItems items;
	int number;
	bool exits;    /* the run ended by itself */
	bool readable; /* nothing was cut, and everything is over the input */
	u64 hits;      /* inputs that it is of */
	u64 wrong;     /* those on which it is wrong */
} TextCase;
typedef VEC(TextCase) TextCases;

/* Reads condition, output and status of a case, which are set, back. `source` is the text of the subject, for its tables. */
void text_case(TextCase *c, const char *source, ExprPool *pool, const Shape *shape);

void texts_read(const char *file, const char *subject, ExprPool *pool, const Shape *shape,
				TextCases *to);

#endif
