/* pattern.h: does a line match a regular expression on every input?
 *
 * regexec answers for one text. Here a line is a list of items: bytes, characters and numbers that
 * depend on the input. The pattern becomes an automaton that reads an overapproximation of all
 * texts the line may have. If it accepts each of them, the line always matches. Only portable
 * syntax is supported: characters, dots, brackets, groups, alternatives, repetitions, anchors. */
#ifndef DRIFT_BEHAVIOUR_PATTERN_H
#define DRIFT_BEHAVIOUR_PATTERN_H

#include "engine/explore/outcome.h"

typedef struct Pattern Pattern;

/* Compiles an extended regular expression that regcomp accepts. Returns NULL if it has unsupported
 * syntax. */
Pattern *pattern_new(const char *text);
void pattern_free(Pattern *p);
/* True if the line matches on every input on which none of its characters is a newline or a zero.
 * False means unknown. */
bool pattern_always(const Pattern *p, const ExprPool *pool, const OutItem *line, size_t n);

#endif
