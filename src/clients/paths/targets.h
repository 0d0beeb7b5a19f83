/* targets.h: the targets of --by reach and --by change, and which of them a run executed.
 *
 * A target is a line, or one change between two versions. It has points: in each block the first
 * instruction that belongs to it. A run executes the target when it first executes one of them.
 *
 * The owner calls targets_free. */
#ifndef DRIFT_PATHS_TARGETS_H
#define DRIFT_PATHS_TARGETS_H

#include "engine/explore/condition.h"

typedef struct CaseTarget {
	const char *name;  /* "FILE:LINE", or "change 1 (FILE:LINES)" */
	const char *what;  /* of a change: its description; NULL: a line */
	const char *where; /* FILE:LINE, or the lines of the change */
	u32 change;        /* its number in results, from 1; NO_OPERAND: a line */
	u64 cases;         /* partitions that execute it */
} CaseTarget;

/* One instruction of a target. */
typedef struct TargetPoint {
	Target at;
	u32 target;
	u32 watch; /* number of the machine's mark there; other targets may have the same */
} TargetPoint;

typedef struct CaseTargets {
	Arena arena; /* of texts */
	VEC(CaseTarget) list;
	VEC(TargetPoint) points;
	VEC(const char *) notes; /* what the targets leave out, one line each */
	VEC(u32) executed;       /* of the last run: targets in the order of their first execution */
} CaseTargets;

/* Adds a target without points. Copies the texts. */
void targets_add(CaseTargets *t, const CaseTarget *target);
/* Adds an instruction to the last target. */
void targets_point(CaseTargets *t, const Program *p, u32 function, u32 ins);
/* Adds a line of the program as a target. */
bool targets_line(CaseTargets *t, const Program *p, const char *line, Err *err);
/* Adds a note, copied. */
void targets_note(CaseTargets *t, const char *text);
/* Makes runs of the machine report their targets. Call it once, when all are added. */
void targets_set(CaseTargets *t, Condition *c, Machine *m);
/* Fills in `executed` from the last run of the machine. */
void targets_executed(CaseTargets *t, const Machine *m);
void targets_free(CaseTargets *t);

#endif
