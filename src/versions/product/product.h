/* product.h: the product program of several subjects.
 *
 * A joint run executes one input in every subject, one after the other. Its constraints become one
 * condition, so one explorer meets every overlap of a path of one subject with paths of the others.
 * Sites and locations of a subject are numbered after those of the subjects before it; product_side
 * and product_location undo that. This module does not know how the subjects are related. */
#ifndef DRIFT_PRODUCT_H
#define DRIFT_PRODUCT_H

#include "versions/product/subject.h"

enum { MOST_SUBJECTS = 3 };

/* How the constraints of a joint run become one condition: the front of the first subject's, the
 * front of the next one's, then the remaining ones in turns. Each constraint must depend only on
 * earlier decisions, or runs would not fit into one tree. */
typedef struct ProductCut {
	size_t keep[MOST_SUBJECTS];  /* constraints that are kept; initially all */
	size_t front[MOST_SUBJECTS]; /* the first of these that come in front; initially all */
	bool side; /* true if the cut rests on the side that the first subject's last one takes */
} ProductCut;

typedef struct ProductRunner {
	u32 n; /* subjects */
	MachineRunner version[MOST_SUBJECTS];
	Runner runner[MOST_SUBJECTS];
	RunResult result[MOST_SUBJECTS]; /* of the latest run; the machines own the texts */
	EntryValue value[MOST_SUBJECTS]; /* likewise: value of the function under --entry */
	/* How the condition is taken from a joint run: all constraints, or by output or change. By
	 * output or change, the machines track dependences. The constraints that decide whether a
	 * change is executed then come before those that decide about outputs, in all subjects. */
	ConditionBy by;
	Condition condition[MOST_SUBJECTS];
	/* Called after every joint run: returns true if it executed a change; may be NULL. */
	bool (*after)(void *ctx);
	void *after_ctx;
	/* By path: decides which constraints are kept, called after `after`; NULL: all of them. */
	void (*cut)(void *ctx, const Constraint *const list[], ProductCut *cut);
	/* By path: returns the condition of other sides of the first subject's i-th decision that need
	 * not be tried (Constraint.closed); called after cut; may be NULL. */
	Expr (*closed)(void *ctx, const Constraint *c, size_t i);
	/* Called after the run of the first subject, unless only behaviours are wanted. Returns true if
	 * the others would do the same and need not run; may be NULL. fresh: blocks that no run
	 * executed before. *other: result of the first; becomes the result of the others. */
	bool (*spare)(void *ctx, u32 fresh, RunResult *other);
	/* Called when the function has returned in all subjects, before `after`: may add decisions. */
	void (*returned)(void *ctx);
	void *returned_ctx;
	u64 limit_insns;            /* of the first; the others get less after a short run of it */
	bool one_limit;             /* true if all of them get the same limit */
	bool skip_old;              /* true if conditions have no constraints of the first subject */
	size_t kept[MOST_SUBJECTS]; /* of the latest run: constraints before the cut */
	bool kept_side;             /* of the latest run: ProductCut.side */
	bool spared;    /* true if only the first ran in the latest run; the others have no result */
	bool observing; /* true if only behaviours are wanted: cut is not called */
	u32 shape;      /* of the latest run */
	const Assignment *input; /* of the latest run, while it is observed */
	u64 runs;                /* joint runs so far */
	u64 instructions;        /* of all of them */
	ConstraintList fixed;    /* of the latest run: constraints on the objects a function gets */
	ConstraintList tail;     /* of the latest run: decisions made while observing the post-state */
	ConstraintList all;      /* condition of the latest run */
	VEC(Note) notes;         /* of all subjects, with locations of the product */
} ProductRunner;

/* Creates the machines, each with the given options. */
bool product_start(ProductRunner *p, Subject *const subject[], u32 n, Inputs *in,
				   const MachineOptions *options, Err *err);
void product_runner(ProductRunner *p, Runner *out);
void product_runner_free(ProductRunner *p);
/* Runs an input for its behaviours only: nothing is cut. */
void product_observe(ProductRunner *p, u32 shape, const Assignment *a);
/* True if the budget ended the latest run of a subject: its result means nothing. */
bool product_was_cut(const ProductRunner *p);
/* Returns the subject of a site of the tree; *function becomes the subject's own number. */
int product_side(const ProductRunner *p, u32 *function);
/* Adds a decision of `returned`, which is true in the latest run. value is 0, or the value that was
 * concretised. */
void product_decide(ProductRunner *p, int side, Expr cond, Expr value);
/* Returns the program of a location in constraints and remarks; *loc becomes the program's own. */
const Program *product_program(const ProductRunner *p, u32 *loc);
/* Prints such a location. */
void product_location(const ProductRunner *p, u32 loc, Buf *to);

#endif
