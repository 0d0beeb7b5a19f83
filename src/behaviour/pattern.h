/* pattern.h: does a line match a regular expression, whatever the input is?
 *
 * regexec answers for one text. Here a line is a list of items: bytes, characters and numbers that
 * hang on the input. The pattern becomes an automaton, which reads all texts at once that the line
 * may have, and some more; if it accepts each of them, the line always matches. Only what is
 * written the same way everywhere is understood: characters, dots, brackets, groups, alternatives,
 * repetitions, anchors.
 */
#ifndef DRIFT_BEHAVIOUR_PATTERN_H
#define DRIFT_BEHAVIOUR_PATTERN_H

#include "explore/outcome.h"

typedef struct Pattern Pattern;

/* An extended regular expression that regcomp takes. NULL: it is not understood. */
Pattern *pattern_new(const char *text);
void pattern_free(Pattern *p);
/* True if the line matches on every input on which none of its characters is a newline or a zero.
 * False says nothing. */
bool pattern_always(const Pattern *p, const ExprPool *pool, const OutItem *line, size_t n);

#endif
