/* align.h: aligns two runs step by step.
 *
 * An alignment compares two runs, each of a subject on an input. Both runs record a trace of every
 * step. Steps are aligned by execution index: the calls and branches that lead to an instruction,
 * and how often it was executed there. Branches and calls without a counterpart are not part of the
 * index. An aligned step is infected if its values differ. Each step records which steps computed
 * its operands, through registers, memory, calls and returns. So for every infected value we know
 * which steps used it, and at which use the difference disappeared.
 *
 * Steps within the C library are not recorded: a value passed to the library ends there. Addresses
 * of locals and of the heap are not compared, since they depend on the layout of the version. */
#ifndef DRIFT_ALIGN_H
#define DRIFT_ALIGN_H

#include "versions/product/subject.h"
#include "versions/changes/version.h"

#define NO_STEP 0xffffffffu

/* One execution of an instruction. */
typedef struct AlignedStep {
	u32 function, ins; /* numbers of its own version */
	Type type;         /* type of the value; VOID: no value */
	bool branch;       /* true if it is a decision: lo is the block it led to, as NEW numbers it */
	bool given;        /* true if it calls code outside the subject: uses its arguments */
	u64 lo, hi;        /* value */
	Expr expr;         /* expression of the value; 0: it does not depend on the input */
	u64 address, size; /* memory that a store wrote; size 0: none */
	u64 key;           /* execution index; 0: no counterpart in the other version */
	u32 other;         /* aligned step, or NO_STEP */
	bool infected;     /* true if the values differ on this input */
	bool maybe;        /* true if only the expressions differ */
	u32 constraints;   /* constraints of the run up to this step */
	u32 overwritten;   /* first step that overwrote a byte of it before it was read, or NO_STEP */
	u32 site;          /* call site it was executed in; 0: none */
	u32 callee, ret;   /* of a call's value: 1 + function and its return instruction */
} AlignedStep;

/* A call of the subject's own code. */
typedef struct AlignedSite {
	u32 function, ins; /* the instruction */
	u32 parent;        /* enclosing call site; 0: none */
} AlignedSite;

/* One step computed an operand of another step. */
typedef struct AlignedUse {
	u32 from, to;
	u32 slot; /* which operand */
} AlignedUse;

/* A run of one version. */
typedef struct AlignedRun {
	VEC(AlignedStep) steps;
	VEC(AlignedSite) sites; /* [0] is unused */
	VEC(AlignedUse) uses;   /* sorted by from when complete */
	IntMap operands;        /* step << 8 | operand -> 1 + step that computed it */
	VEC(u32) source;        /* by step: an operand that differs, or NO_STEP */
	ConstraintList decided; /* its constraints */
	bool cut;               /* true if the run had more steps than were recorded */
	u32 error_at;           /* location of the error that ended it; 0: no error, or unknown */
	ErrorKind error;        /* that error */
} AlignedRun;

/* Why an infected value had no further effect. */
typedef enum EndKind {
	END_MASKED,      /* an operation computed the same value in both versions */
	END_BRANCH,      /* a decision went the same way */
	END_GIVEN,       /* it was passed to the C library */
	END_OVERWRITTEN, /* overwritten before it was read */
	END_UNREAD,      /* stored, never read */
	END_UNUSED,      /* not used */
	END_RETURNED,    /* as the status of main */
} EndKind;

/* An infected value: all executions of one instruction together. */
typedef struct AlignedValue {
	int side;  /* of step */
	u32 step;  /* its first instance */
	u32 from;  /* an operand of it that differs, or NO_STEP */
	u64 count; /* instances */
} AlignedValue;

typedef struct AlignedEnd {
	EndKind kind;
	int side;
	u32 step; /* the first infected step */
	u32 at;   /* step at which the difference ended, or NO_STEP */
	u64 count;
} AlignedEnd;

/* Both runs, aligned, and what became of their differences. */
typedef struct Alignment {
	char *input;      /* as a command line */
	VEC(u32) changes; /* changes that it executed */
	AlignedRun run[2];
	VEC(AlignedValue) infected; /* in NEW's execution order; steps that only OLD has come last */
	VEC(AlignedEnd) ends;
	VEC(AlignedValue) alone; /* locations that only one version executed */
	u64 maybe;               /* values that differ as expressions only */
} Alignment;

/* One of the two runs. */
typedef struct AlignedInput {
	u32 shape;
	const Assignment *a;
	bool plain; /* true if no input byte is symbolic: expressions are not compared */
} AlignedInput;

/* Aligns the runs of two subjects. */
/* Numbers for execution indices, the same in both runs: equal numbers are equal indices. */
typedef struct AlignNumbers {
	IntMap locations; /* location in NEW's numbers -> number */
	IntMap contexts;  /* place << 32 | number of a location -> number */
	KeyMap places;    /* a call, or one way of a decision, with what is around it -> number */
} AlignNumbers;

typedef struct Aligner {
	Subject *subject[2];
	const ChangeMap *map; /* maps OLD to NEW */
	Inputs *inputs;
	Machine *tracer[2];   /* NULL: not created yet */
	u64 steps[2];         /* most steps that they record */
	Budget *budget;       /* ends the runs; NULL: no budget */
	AlignNumbers numbers; /* of the runs at work */
} Aligner;

void aligner_init(Aligner *a, Subject *const subject[2], const ChangeMap *map, Inputs *in);
void aligner_free(Aligner *a);
/* Runs both with a trace of at most `steps` steps, and aligns them. Returns false if a machine
 * could not be created or the budget ran out. */
bool align_runs(Aligner *a, const AlignedInput of[2], u64 steps, Alignment *w, Err *err);
/* Traces one of the runs without aligning it. The map may be NULL. */
bool align_trace(Aligner *a, int side, AlignedInput of, u64 steps, AlignedRun *run, Err *err);
void aligned_run_free(AlignedRun *run);
/* True if the value that one step passes to another differs from the other version's value
 * there. */
bool align_use_differs(const Aligner *a, const Alignment *w, int side, const AlignedUse *u);
void alignment_free(Alignment *w);

/* steps.c: turns a trace into steps with uses and execution indices. */
void align_steps(Aligner *a, int side, Machine *m, AlignedRun *run);

#endif
