/* redact.h: takes secrets out of a recorded run before it is written.
 *
 * Two kinds of rules exist. A glob names files whose contents are not stored. A regular expression
 * describes bytes that are replaced by '*', wherever they are: in contents, arguments, variables,
 * names, network data, output. A piece of memory that lost bytes is marked (TraceData.held), so
 * that nobody takes it for what the program saw.
 *
 * A secret must not survive because the program read it in two parts, or wrote it elsewhere. So the
 * rules are applied to a whole run:
 *   - The bytes of one descriptor are joined in the order of the calls, and the bytes of one file
 *     by their positions in it. Arguments are joined as a command line.
 *   - Bytes that matched, and lines of files that are not stored, are searched for everywhere else.
 * The run is in memory until then; only what is left is written to disk.
 *
 * A match has at most REDACT_LONGEST bytes. Encoded forms of a secret are not recognised.
 */
#ifndef DRIFT_ENV_REDACT_H
#define DRIFT_ENV_REDACT_H

#include "base/opt.h"
#include "env/trace/trace.h"

enum { REDACT_LONGEST = 4 << 10 }; /* bytes of the longest match that is found as a whole */

typedef struct Redactor Redactor;

/* A range of bytes. */
typedef struct RedactRange {
	size_t at, n;
} RedactRange;

typedef VEC(RedactRange) RedactRanges;

/* no_contents: globs; redact: extended regular expressions. *r is NULL if there are none. Returns
 * false if one is invalid. */
bool redactor_new(const StrList *no_contents, const StrList *redact, Redactor **r, Err *err);
void redactor_free(Redactor *r);

/* True if the contents of the file are not stored. */
bool redactor_hides(const Redactor *r, const char *path);
/* Adds the ranges that match an expression, in any order; they may overlap. */
void redactor_match(const Redactor *r, const u8 *bytes, size_t n, RedactRanges *out);
/* Remembers the bytes: redactor_recall finds them. Very short ones are ignored. */
void redactor_learn(Redactor *r, const u8 *bytes, size_t n);
/* Adds the ranges that hold remembered bytes. */
void redactor_recall(const Redactor *r, const u8 *bytes, size_t n, RedactRanges *out);

/* Replaces what matches, and remembered bytes, in a text. r may be NULL for all of these. */
void redactor_text(const Redactor *r, char *text, size_t n);
/* The same for the memory of one call, which belongs to the caller. Contents of files are dropped if
 * hidden. */
void redactor_call(const Redactor *r, TraceCall *c, bool hidden);
/* Applies the rules to a run in memory (redact_trace.c). */
void redactor_apply(Redactor *r, Trace *t);

#endif
