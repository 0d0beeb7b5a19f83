/* findings.h: the findings of a result, as a plain list.
 *
 * JUnit, SARIF and annotations need no more than this: a finding, its kind and its location. So
 * these writers see a list of findings and not the parts of a result that they come from. */
#ifndef DRIFT_RESULT_FINDINGS_H
#define DRIFT_RESULT_FINDINGS_H

#include "output/result/impl.h"

typedef struct ResultFinding {
	const char *rule; /* difference, unconfirmed, or the kind of an error */
	char *title;      /* one line */
	char *text;       /* its full text, for people */
	ResultLines at;   /* file is NULL if it has no location */
	u32 test;         /* number of its directory, 0 = none */
	bool note;        /* true if it is only a warning */
	double seconds;   /* until it was found; 0: unknown */
} ResultFinding;

typedef VEC(ResultFinding) ResultFindings;

void findings_of(const Result *r, ResultFindings *to);
void findings_free(ResultFindings *f);

/* Returns a file's name relative to the directories that the user wants to strip, or to the working
 * directory; to be freed. */
char *relative_name(const Result *r, const char *file);
/* Returns the verdict in one line, and the report for people; to be freed. */
char *verdict_text(const Result *r);
char *summary_text(const Result *r);

#endif
