/* align.h: two runs laid side by side, step by step.
 *
 * An alignment is between a subject with an input and a subject with an input. Both are run with a
 * trace of every step. Steps are aligned by execution
 * index: the calls and branches that lead to an instruction, and how often it was executed
 * there; branches and calls without a counterpart do not count. An aligned step whose values differ
 * is infected. Each step knows which steps gave it its operands, through registers, memory, calls
 * and returns, so that for every infected value it can be said who used it, and at which use the
 * difference was gone.
 *
 * Steps within the C library are not recorded: a value that was given to it is said to have been.
 * Addresses of locals and of the heap are not compared, since they depend on the layout of the
 * version.
 */
#ifndef DRIFT_ALIGN_H
#define DRIFT_ALIGN_H

#include "subject/subject.h"
#include "version/version.h"

#define NO_STEP 0xffffffffu

/* What an instance of an instruction did. */
typedef struct WhyStep {
	u32 function, ins; /* of its own version */
	Type type;         /* of the value; VOID: none */
	bool branch;       /* a decision: lo is the block it led to, as NEW numbers it */
	bool given;        /* a call of something that is not the subject's: uses its arguments */
	u64 lo, hi;        /* value */
	Expr expr;         /* of it, 0 = the input has no influence */
	u64 address, size; /* written by a store; size 0: nothing */
	u64 key;           /* execution index; 0: no counterpart in the other version */
	u32 other;         /* aligned step, or NO_STEP */
	bool infected;     /* values differ on this input */
	bool maybe;        /* only their expressions do */
	u32 constraints;   /* of the run before it is over */
	u32 overwritten;   /* step that first wrote over a byte of it unread, or NO_STEP */
	u32 site;          /* call that led there; 0: none */
	u32 callee,
		ret; /* of a call's value: 1 + function that returned it, and by which instruction */
} WhyStep;

/* A call of the subject's own code. */
typedef struct WhySite {
	u32 function, ins; /* the instruction */
	u32 parent;        /* call that led there; 0: none */
} WhySite;

/* A step gave another one an operand. */
typedef struct WhyUse {
	u32 from, to;
	u32 slot; /* which operand */
} WhyUse;

/* A run of one version. */
typedef struct WhyRun {
	VEC(WhyStep) steps;
	VEC(WhySite) sites;     /* [0] is none */
	VEC(WhyUse) uses;       /* sorted by from once all are known */
	IntMap operands;        /* step << 8 | operand -> step + 1 that gave it */
	VEC(u32) source;        /* by step: an operand that differs, or NO_STEP */
	ConstraintList decided; /* its constraints */
	bool cut;               /* it had more steps than are kept */
	u32 error_at;           /* where an error ended it; 0: none did, or nobody knows */
	ErrorKind error;        /* that error */
} WhyRun;

/* Why an infected value had no further effect. */
typedef enum EndKind {
	END_MASKED,      /* an operation gave the same in both versions */
	END_BRANCH,      /* a decision was the same */
	END_GIVEN,       /* the C library got it */
	END_OVERWRITTEN, /* before it was read */
	END_UNREAD,      /* stored, never read */
	END_UNUSED,      /* not used */
	END_RETURNED,    /* as the status of main */
} EndKind;

/* An infected value, all instances of one place together. */
typedef struct WhyValue {
	int side;  /* of step */
	u32 step;  /* its first instance */
	u32 from;  /* an operand of it that differs, or NO_STEP */
	u64 count; /* instances */
} WhyValue;

typedef struct WhyEnd {
	EndKind kind;
	int side;
	u32 step; /* the infected one, first instance */
	u32 at;   /* where it ended, or NO_STEP */
	u64 count;
} WhyEnd;

/* The explanation of one run. */
typedef struct Why {
	char *input;      /* as a command line */
	VEC(u32) changes; /* that it executed */
	WhyRun run[2];
	VEC(WhyValue) infected; /* in order of NEW's execution, what only OLD has last */
	VEC(WhyEnd) ends;
	VEC(WhyValue) alone; /* places that only one version executed */
	u64 maybe;           /* values that differ as expressions only */
} Why;

/* One of the two runs. */
typedef struct AlignedInput {
	u32 shape;
	const Assignment *a;
	bool plain; /* with nothing symbolic in it: values differ or not, expressions say nothing */
} AlignedInput;

/* What aligns the runs of two subjects. */
typedef struct Aligner {
	Subject *subject[2];
	const ChangeMap *map; /* what of the one is what of the other */
	Inputs *inputs;
	Machine *tracer[2]; /* NULL: none so far */
	u64 steps[2];       /* that they record */
	Budget *budget;     /* runs end with it; NULL: none */
} Aligner;

void aligner_init(Aligner *a, Subject *const subject[2], const ChangeMap *map, Inputs *in);
void aligner_free(Aligner *a);
/* Runs both with a trace of at most so many steps, and aligns them. False: a machine could not be
 * had, or the budget was over before the end. */
bool align_runs(Aligner *a, const AlignedInput of[2], u64 steps, Why *w, Err *err);
/* One of the runs, not aligned; the map may be missing then. */
bool align_trace(Aligner *a, int side, AlignedInput of, u64 steps, WhyRun *run, Err *err);
void why_run_free(WhyRun *run);
/* Whether the value that a step gave another one is not what the other version has there. */
bool align_use_differs(const Aligner *a, const Why *w, int side, const WhyUse *u);
void why_free(Why *w);

/* steps.c: a trace as steps with uses and indices. */
void align_steps(const Aligner *a, int side, Machine *m, WhyRun *run);

#endif
