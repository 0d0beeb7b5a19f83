/* findings.h: what a result has found, as a plain list.
 *
 * JUnit, SARIF and annotations know no more than this: something was found, of a kind, at a place. So
 * these writers see a list of findings and not the parts of a result that they come from.
 */
#ifndef DRIFT_RESULT_FINDINGS_H
#define DRIFT_RESULT_FINDINGS_H

#include "result/impl.h"

typedef struct ResultFinding {
	const char *rule; /* difference, unconfirmed, or the kind of an error */
	char *title;      /* one line */
	char *text;       /* all that is told of it, for people */
	ResultLines at;   /* file is NULL if there is no place */
	u32 test;         /* number of its directory, 0 = none */
	bool note;        /* nothing is wrong: a warning */
	double seconds;   /* until it was found; 0: not known */
} ResultFinding;

typedef VEC(ResultFinding) ResultFindings;

void findings_of(const Result *r, ResultFindings *to);
void findings_free(ResultFindings *f);

/* A file's name below the directories that the user wants left out, or below this one; to be freed. */
char *relative_name(const Result *r, const char *file);
/* The verdict in one line, and the report as people get it; to be freed. */
char *verdict_text(const Result *r);
char *summary_text(const Result *r);

#endif
