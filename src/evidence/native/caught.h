/* caught.h: what sanitizers reported of a native run, and whether it is the error that the machine
 * reported.
 *
 * A program may have several errors on its way, and a sanitizer makes checks that the machine does
 * not make. So a report confirms an error only if its kind, and the function and line of the first
 * frame in the user's code, are those of the machine's. Checks of UndefinedBehaviorSanitizer do not
 * end a run that confirms an error: it reports and goes on. */
#ifndef DRIFT_NATIVE_CAUGHT_H
#define DRIFT_NATIVE_CAUGHT_H

#include "base/base.h"
#include "engine/machine/machine.h"

/* One report. */
typedef struct CaughtReport {
	char *kind;     /* one line, without addresses */
	char *function; /* of the first frame in the user's code; NULL: unknown */
	char *file;     /* likewise */
	u32 line;       /* likewise; 0: unknown */
} CaughtReport;

/* All reports of a run, in order. If a sanitizer ended the run, the last one says why. */
typedef VEC(CaughtReport) CaughtList;

void caught_read(const char *text, CaughtList *to);
void caught_free(CaughtList *list);
/* Adds the function and the text of the source line, which stay the same when lines move; nothing if
 * they are unknown. */
void caught_place(const CaughtReport *r, Buf *to);

/* The error that the machine reported of a version. */
typedef struct ToldError {
	ErrorKind kind;       /* ERROR_NONE: it reported none */
	const char *function; /* in which it happened, of the user's code; NULL: unknown */
	u32 line;             /* 0: unknown */
	bool
		signalled; /* it reported none, but the run ended by a signal, which may be the same natively */
} ToldError;

/* True if one of the reports is this error. */
bool caught_shows(const CaughtList *list, const ToldError *told);

#endif
