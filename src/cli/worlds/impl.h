/* impl.h: shared by worlds.c and mark.c. */
#ifndef DRIFT_CLI_WORLDS_IMPL_H
#define DRIFT_CLI_WORLDS_IMPL_H

#include "cli/worlds/worlds.h"

enum { WORLDS_ROUNDS = 5 }; /* of boundary values */

struct Worlds {
	const PairJob *first;                        /* the first search */
	StrList kinds, variables, files;             /* that were asked for and can vary */
	StrList now_kinds, now_variables, now_files; /* those of the latest search */
	PairCommand o;                               /* its options; env and file are our own */
	PairJob job;                                 /* it */
	bool named;                                  /* true if variables and files can vary */
	bool begun;                                  /* true if job must be ended */
	size_t searched;                             /* kinds that had their search */
	size_t next_variable, next_file;             /* whose search is next */
	bool together;                               /* true if all had one together */
	double end;  /* of all of them, on the clock of now_seconds; 0: none */
	Arena arena; /* of texts in o and in the result */
};

/* True if the latest search varies it. */
bool worlds_varies(const Worlds *w, const Part *part);
/* Returns the value with which a round begins; NULL: as in the first search. */
const char *worlds_value(const Part *part, u32 round);
/* mark.c: adds to the first result what the latest search, which found nothing, has tried, and on
 * what that depends. `result` is its result. */
void worlds_mark(Worlds *w, const Comparison *latest, const Result *result, Result *first);

#endif
