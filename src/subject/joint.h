/* joint.h: several subjects run as one.
 *
 * A joint run is one input run in every subject, one after the other. Its constraints become one
 * condition, so that one explorer meets every overlap of a path of the one with paths of the
 * others. Sites and places of a subject are numbered after those of the subjects before it;
 * joint_side and joint_place undo that. Nothing here asks what the subjects have to do with each
 * other.
 */
#ifndef DRIFT_JOINT_H
#define DRIFT_JOINT_H

#include "subject/subject.h"

enum { MOST_SUBJECTS = 3 };

/* How the constraints of a joint run become one condition: the front of the first subject's, the
 * front of the next one's, then what follows in turns. What comes next must hang on nothing but
 * what was decided before, or runs would not fit into one tree. */
typedef struct JointCut {
	size_t keep[MOST_SUBJECTS];  /* constraints that are kept; at first all there are */
	size_t front[MOST_SUBJECTS]; /* of these, those in front; at first all of them */
} JointCut;

typedef struct JointRunner {
	u32 n; /* subjects */
	MachineRunner version[MOST_SUBJECTS];
	Runner runner[MOST_SUBJECTS];
	RunResult result[MOST_SUBJECTS]; /* of the latest run; texts belong to the machines */
	EntryValue value[MOST_SUBJECTS]; /* likewise: of the function under --entry */
	/* What is taken from a joint run: all constraints, or by output or change. Then the machines
	 * track dependences, and the constraints that decide whether a change is executed come before
	 * those that decide about outputs, in all subjects. */
	ConditionBy by;
	Condition condition[MOST_SUBJECTS];
	/* Called after every run of all: says whether it executed a change; may be NULL. */
	bool (*after)(void *ctx);
	void *after_ctx;
	/* By path: which constraints are kept, asked after `after`; NULL: all of them. */
	void (*cut)(void *ctx, const Constraint *const list[], JointCut *cut);
	/* Called after the run of the first, unless only behaviours are of interest: whether the others
	 * would do the same, so that they need not be run; may be NULL. fresh: blocks that no run executed
	 * before. *other: what the first did; becomes what the others would have said. */
	bool (*spare)(void *ctx, u32 fresh, RunResult *other);
	/* Called when the function has returned in all subjects, before `after`: may decide more. */
	void (*returned)(void *ctx);
	void *returned_ctx;
	u64 limit_insns;            /* of the first; others get less after a short run of it */
	bool one_limit;             /* they do not: all of them may have so many */
	size_t kept[MOST_SUBJECTS]; /* of the latest run: constraints before the cut */
	bool spared;    /* the latest run was of the first alone; the others have nothing to say */
	bool observing; /* only behaviours are of interest: cut is not asked */
	u32 shape;      /* of the latest run */
	const Assignment *input; /* of the latest run, while it is looked at */
	u64 runs;                /* so far, each of all subjects */
	ConstraintList fixed;    /* of the latest run: what decides which objects a function gets */
	ConstraintList tail;     /* of the latest run: what looking at what it left has decided */
	ConstraintList all;      /* what was taken from the latest run */
	VEC(Note) notes;         /* of all, places as in all */
} JointRunner;

/* Makes the machines, each by the wish. */
bool joint_start(JointRunner *p, Subject *const subject[], u32 n, Inputs *in,
				 const MachineWish *wish, Err *err);
void joint_runner(JointRunner *p, Runner *out);
void joint_runner_free(JointRunner *p);
/* Runs an input for its behaviours alone: nothing is cut. */
void joint_observe(JointRunner *p, u32 shape, const Assignment *a);
/* True if the latest run of a subject was cut by the end of the budget: it says nothing. */
bool joint_was_cut(const JointRunner *p);
/* Which subject a site of the tree belongs to; *function becomes its own number. */
int joint_side(const JointRunner *p, u32 *function);
/* A decision of `returned`, which holds in the latest run. value is 0, or what was taken as it is.
 */
void joint_decide(JointRunner *p, int side, Expr cond, Expr value);
/* The program of a place as constraints and remarks have it; *loc becomes the program's own. */
const Program *joint_program(const JointRunner *p, u32 *loc);
/* The text of such a place. */
void joint_place(const JointRunner *p, u32 loc, Buf *to);

#endif
