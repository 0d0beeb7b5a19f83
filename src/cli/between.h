/* between.h: the sources of versions between OLD and NEW, for experiments. */
#ifndef DRIFT_CMD_BETWEEN_H
#define DRIFT_CMD_BETWEEN_H

#include "cli/pair.h"
#include "clients/explain/explain.h"

typedef struct Between {
	PairJob *job;
	char *given;        /* options for sources of OLD as the user gave them, or NULL */
	char *cflags[2];    /* with the options that make __FILE__ the same */
	BlameTarget target; /* of --entry and --call */
} Between;

/* Fills in versions, options and target of the sources, which borrow them. */
void between_begin(Between *b, PairJob *job, ExplainSources *to);
void between_end(Between *b);

#endif
