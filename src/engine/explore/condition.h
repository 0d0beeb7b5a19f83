/* condition.h: which condition is taken from a run.
 *
 *   path    every constraint, in order: partitions are paths
 *   output  constraints that the outputs depend on by data, control or potential dependence:
 *           partitions have one symbolic output
 *   reach   constraints that decide which instances of the targets are executed
 *   change  as reach, for the changes; once a change is executed also those of the outputs
 *
 * All but path are sorted: each constraint comes after those it depends on, the newest first. So
 * negating a constraint under those before it still reaches every partition. The two parts of a
 * change condition are sorted separately.
 */
#ifndef DRIFT_EXPLORE_CONDITION_H
#define DRIFT_EXPLORE_CONDITION_H

#include "engine/machine/symbolic.h"
#include "engine/static/static.h"

typedef enum ConditionBy { BY_PATH, BY_OUTPUT, BY_REACH, BY_CHANGE } ConditionBy;

typedef struct Condition {
	ConditionBy by;
	u32 outputs;    /* OUTPUT_*, for output and change */
	bool returned;  /* true if the value of the entry function is an output */
	bool unordered; /* true if constraints keep their order: shows that tests detect it */
	bool one_block; /* true if reach and output of a change are sorted together: likewise */
	Static *s;      /* for targets */
	Distance *near; /* steps from blocks to the targets, or NULL */
	Later *later;   /* from where the targets may still be executed */
	/* Likewise to where observed variables are read, or with left, to calls that change more than
	 * memory; or NULL. */
	Distance *looks;
	bool left;     /* true if the state after the call of the entry function is an output */
	Dep settled;   /* with left: what that state of the latest run depends on */
	DepWalk walk;  /* scratch */
	DepList order; /* scratch */
	IntMap listed; /* conditions already in the list */
} Condition;

typedef VEC(Target) TargetList;

/* Finds the instructions of a line, FILE:LINE as in the program's debug information. */
bool target_lines(const Program *p, const char *location, TargetList *out, Err *err);
/* Names as on the command line. */
bool condition_parse(const char *name, ConditionBy *by);
const char *condition_name(ConditionBy by);
/* Sets the targets. m must be the machine that is tracked. */
void condition_targets(Condition *c, Machine *m, const Target *targets, u32 n);
/* Makes the variables that the program was loaded to observe outputs. */
void condition_observe(Condition *c, const Program *p);
/* Makes the state after the call of the entry function an output. condition_settle must then follow
 * each run in which it returns, before anybody looks at that state. */
void condition_left(Condition *c);
void condition_settle(Condition *c, Machine *m);
void condition_free(Condition *c);

typedef VEC(Constraint) ConstraintList;

/* Take the parts of a condition from the machine's last run. Each appends the constraints that
 * no earlier part since condition_begin has appended. */
void condition_begin(Condition *c, Machine *m);
void condition_reach(Condition *c, Machine *m, ConstraintList *out);
void condition_outputs(Condition *c, Machine *m, Tag returned, ConstraintList *out);
/* Appends the condition of the machine's last run. executed is true if a target was executed;
 * returned is the tag of the entry function's value. */
void condition_take(Condition *c, Machine *m, bool executed, Tag returned, ConstraintList *out);

#endif
