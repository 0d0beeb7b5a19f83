/* filter.h: lines of output that do not count (--ignore). */
#ifndef DRIFT_TEST_FILTER_H
#define DRIFT_TEST_FILTER_H

#include <regex.h>

#include "expr/expr.h"

struct Behaviour;
struct Tester;

/* Regular expressions; a line that one of them matches does not count. */
typedef struct Filter {
	const regex_t *patterns;
	const char *const *sources;      /* their texts */
	struct Pattern *const *automata; /* of these; NULL: not understood */
	size_t n;
} Filter;

/* Appends the lines of a text that count. */
void filter_text(const Filter *f, const Buf *text, Buf *to);
/* Takes lines out of the items that match on every input of the path; text keeps them. */
void filter_behaviour(const Filter *f, ExprPool *pool, struct Behaviour *b);
/* Whether the behaviours in t->now differ on an input of their paths in what counts. */
bool filter_shows(struct Tester *t, const Assignment *a);
/* As find_witness, on an input that shows it; pairs of paths that are left open are counted. */
bool filter_witness(struct Tester *t, u32 shape, const Assignment *input, ExprList *conds,
					Expr differs);

#endif
