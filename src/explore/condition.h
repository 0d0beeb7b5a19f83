/* condition.h: which condition is taken from a run.
 *
 *   path    every constraint, in order: partitions are paths
 *   output  those that the outputs depend on by data, control or by not having been written:
 *           partitions have one symbolic output
 *   reach   those that decide which instances of the targets are executed
 *   change  those of reach for the changes; once a change is executed also those of the outputs
 *
 * All but path are put into an order in which each constraint comes after what it depends on, the
 * newest first, so that negating one constraint under those before it still meets every
 * partition. The two parts of a change condition are ordered each for itself.
 */
#ifndef DRIFT_EXPLORE_CONDITION_H
#define DRIFT_EXPLORE_CONDITION_H

#include "machine/symbolic.h"
#include "static/static.h"

typedef enum ConditionBy { BY_PATH, BY_OUTPUT, BY_REACH, BY_CHANGE } ConditionBy;

typedef struct Condition {
	ConditionBy by;
	u32 outputs;     /* OUTPUT_*, for output and change */
	bool returned;   /* the value of the entry function is an output */
	bool unordered;  /* constraints stay as they were executed: to see that the tests notice */
	bool one_block;  /* reach and output of a change are ordered together: likewise */
	Static *s;       /* for targets */
	Distance *near;  /* steps from blocks to the targets, or NULL */
	Later *later;    /* from where they may still come */
	Distance *looks; /* likewise to where observed variables are looked at, or NULL */
	DepWalk walk;    /* scratch */
	DepList order;   /* scratch */
	IntMap listed;   /* conditions that are in the list already */
} Condition;

typedef VEC(Target) TargetList;

/* The instructions of a line, FILE:LINE as the program's debug information has it. */
bool target_lines(const Program *p, const char *place, TargetList *out, Err *err);
/* Names as on the command line. */
bool condition_parse(const char *name, ConditionBy *by);
const char *condition_name(ConditionBy by);
/* To be called with the machine that is tracked. */
void condition_targets(Condition *c, Machine *m, const Target *targets, u32 n);
/* Variables that the program was loaded to observe are outputs. */
void condition_observe(Condition *c, const Program *p);
void condition_free(Condition *c);

typedef VEC(Constraint) ConstraintList;

/* The parts of a condition, of the machine's last run; each appends what no earlier part since
 * condition_begin has. */
void condition_begin(Condition *c, Machine *m);
void condition_reach(Condition *c, Machine *m, ConstraintList *out);
void condition_outputs(Condition *c, Machine *m, Tag returned, ConstraintList *out);
/* Of the machine's last run; appends. executed says whether a target was; returned is the tag of
 * the entry function's value. */
void condition_take(Condition *c, Machine *m, bool executed, Tag returned, ConstraintList *out);

#endif
