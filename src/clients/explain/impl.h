/* impl.h: shared by the files of src/clients/explain.
 *
 * An Explanation is about one input, its `start`. It runs both versions on it (runs.c), finds the first
 * difference, and derives a condition from each run (conditions.c). It negates decisions of these conditions,
 * solves, and runs the answers: an answer that passes (passes.c) is evidence against the line of the
 * decision. Values and edits add further suspects (values.c, declared.c, predicates.c); leave_out.c drops
 * lines that are probably innocent, and rank.c sorts the rest.
 *
 * The Explanation owns suspects, conditions and texts. Subjects, inputs and the change map belong to the
 * caller. */
#ifndef DRIFT_EXPLAIN_IMPL_H
#define DRIFT_EXPLAIN_IMPL_H

#include "versions/align/effect.h"
#include "base/observe.h"
#include "versions/behaviour/behaviour.h"
#include "versions/behaviour/post_states.h"
#include "clients/explain/explain.h"
#include "versions/behaviour/filter.h"
#include "evidence/native/testdir.h"

/* The first part in which the two behaviours differ. */
typedef enum DifferKind {
	DIFFER_NOTHING,
	DIFFER_ENDING, /* exit status, signal, error */
	DIFFER_STDOUT,
	DIFFER_STDERR,
	DIFFER_FILES,
	DIFFER_POST_STATE, /* post-state of a function */
	DIFFER_UNSET,      /* no difference, but NEW uses uninitialised memory, and OLD does not */
} DifferKind;

/* Where a stream differs first. */
typedef struct DifferPlace {
	u64 at;   /* byte */
	u32 line; /* 0: no stream */
} DifferPlace;

/* An output statement that both versions executed with other numbers, see wrong_value.c. */
typedef struct WrongValue {
	bool known;           /* false: there is none */
	CallInstance call[2]; /* the statement in each version */
	u64 arguments;        /* bit i: argument i differs */
} WrongValue;

/* A line whose decisions, or values, may be to blame. */
typedef struct ExplainSuspect {
	int side;               /* whose line it is */
	u32 file, line;         /* in the user's own code; line 0: unknown */
	ResultSuspectKind kind; /* of the one that speaks for it */
	u32 rank;               /* its class, see rank.c: lower comes first */
	u32 order;              /* its kind, or the order of the line that uses this one */
	u32 count;              /* its decisions that are suspects */
	u32 before;             /* decisions between it and the difference: fewer is nearer */
	u32 step;               /* for a value: when it was computed */
	Expr cond;              /* condition that was true on the input */
	Assignment input;       /* on which it is false, while the other program decides as before */
	u32 edits;              /* bytes in which it differs from the input */
	bool passes;            /* true if that input counts as repaired */
	bool alone;             /* true if the other program decides the same and takes another path */
	bool alike;             /* true if both programs do the same on it */
	bool idle;              /* true if they differ on it as before, and the line did not change */
	bool library;           /* true if it is in the C library, called from the line */
	char *is[2];            /* for a value: both as text; NULL: no counterpart */
	u32 used;               /* for an edit: the line that uses it; 0: none */
	bool shows;   /* true if it changed, and outputs the difference with nothing before it */
	bool check;   /* true if it decides whether a change is executed */
	bool begins;  /* true if it differs though none of its operands does */
	bool changed; /* true if the line is part of a change; or there is no map */
	bool edited;  /* true if its text was edited; the code of other lines can change as well */
	u32 test;     /* number of the test with its input; 0: none */
} ExplainSuspect;

/* One program and its latest run. */
typedef struct ExplainRun {
	Machine *machine; /* the pair's */
	RunResult result;
} ExplainRun;

/* Both programs on one input. */
typedef struct ExplainPair {
	ProductRunner product;
	PostStates *units; /* with --entry: the post-states of the function */
	ExprEval *eval;    /* of the latest input */
	ExprList fixed;    /* constraints on the objects that the function gets */
} ExplainPair;

/* A decision of the input's run, or a predicate treated as one. */
typedef struct Decision {
	Constraint c;
	u32 nth;        /* in order of execution */
	bool predicate; /* see predicates.c */
} Decision;

/* The condition of the input in one program. */
typedef struct InputCondition {
	VEC(Decision) list; /* in the order in which they were made; only relevant ones */
	IntMap has;         /* conditions in it */
	IntMap path;        /* conditions of the whole run */
	IntMap implied;     /* those that the solver found implied by the other program's */
	u32 checked;        /* those of an error itself, at the end of list, begin here */
	u32 n;              /* decisions of the whole run */
} InputCondition;

typedef struct ExplainStats {
	u64 runs;       /* of both programs */
	u64 decisions;  /* of both conditions */
	u64 predicates; /* beside them */
	u64 by_value;   /* 1: the conditions are those of the wrong value, not of the stream */
	u64 asked;      /* checked against the other program's condition */
	u64 implied;    /* of these, implied by it */
	u64 unknown;    /* that the solver gave up on */
	u64 diverged;   /* solutions that did not take the path they were solved for */
	u64 idle;       /* lines that were left out: negated, the programs differ just as before */
	u64 answered;   /* OLD's, because a decision of NEW explains the difference */
	u64 acquitted;  /* of edits that the experiment acquitted */
} ExplainStats;

struct Explanation {
	ExplainConfig config;
	ExprPool *pool;
	Solver *solver;
	ExplainPair pair;
	ExplainRun of[2];
	Behaviours seen; /* what both did in the latest run */
	Assignment start;
	DifferKind differs;
	DifferPlace place;     /* in a stream */
	Buf said[2];           /* the difference as text, in both */
	const char *unsettled; /* message, if it comes from uninitialised memory; or NULL */
	InputCondition condition[2];
	Edits edits; /* of the sources; empty: they are not known */
	VEC(ExplainSuspect) suspects;
	bool crash;         /* true if NEW's run ended in an error or by a signal, and OLD's did not */
	Assignment passing; /* the nearest input that passes */
	u32 passing_edits;  /* bytes that differ; 0: there is none */
	Aligner align;
	EffectList effect; /* how it propagated */
	bool cut;          /* true if the budget ended before all were asked */
	bool blamed;       /* true if blame is filled in */
	Blame blame;
	Err blame_trouble;            /* why it is not filled in */
	u32 start_test, passing_test; /* numbers; 0: none */
	ExplainStats stats;
	char *ok_dir;  /* directory for the user's command to read; or NULL */
	double ticked; /* time of the last tick */
	Assignment scratch;
	ExprList prefix; /* scratch */
};

/* runs.c */
/* Runs an input in both programs and takes their behaviours. */
void explain_run(Explanation *x, const Assignment *a);
/* The first thing in which the latest runs differ. */
DifferKind explain_differ(const Explanation *x, u64 *at);
/* True if it ended in an error, by a signal or not at all. */
bool explain_fails(const Behaviour *b);
/* True if the latest runs differ just as those of the input to explain. */
bool explain_differs_as_before(const Explanation *x);
/* Returns the number of bytes in which an input differs from the one to explain. */
u32 explain_edits(const Explanation *x, const Assignment *a);

/* passes.c */
/* True if the latest runs count as repaired: both do the same, NEW no longer crashes, or the user's
 * command says so. */
bool explain_passes(const Explanation *x);
/* Keeps an input that passes if it is nearer than others. */
void explain_keep_nearest(Explanation *x, const Assignment *a, u32 edits);
/* Makes the passing input as similar to the one to explain as possible. */
void explain_nearest(Explanation *x);

/* conditions.c: for the latest runs, which must be those of the input to explain. by_value: of the
 * wrong value, if there is one, else of the stream. */
void explain_conditions(Explanation *x, bool by_value);

/* wrong_value.c */
void explain_wrong_value(Explanation *x, WrongValue *to);
/* What it depends on in a program, in the latest run. */
Dep explain_value_dep(const Explanation *x, int side, const WrongValue *v, bool *known);

/* suspects.c */
/* Returns the suspect of that line; NULL: there is none. */
ExplainSuspect *explain_suspect_at(Explanation *x, int side, u32 file, u32 line);
ExplainSuspect *explain_suspect_add(Explanation *x, int side, u32 file, u32 line);

/* leave_out.c */
/* Returns the edit that a line of a version is part of; NO_OPERAND: none. */
u32 explain_edit_at(const Explanation *x, const Edits *e, int side, u32 file, u32 line);
/* True if an edit is in that file of a version. */
bool explain_in_file(const Explanation *x, const Edits *e, const Edit *d, int side, u32 file);
/* True if the line is one of a change; without a map all are. */
bool explain_line_changed(const Explanation *x, int side, u32 file, u32 line);
/* True if a decision on this line of OLD need not be asked: one of NEW explains the difference. */
bool explain_answered(const Explanation *x, u32 file, u32 line);
/* Clears the infection of aligned decisions that go the same way to other code. */
void explain_same_ways(const Explanation *x, Alignment *w);
/* Clears the infection of values whose difference nothing uses. */
void explain_unused(const Explanation *x, Alignment *w, int side);
/* True if a step is a decision on the input that only this version made, but that does not distinguish
 * the versions. */
bool explain_same_check(const Explanation *x, const Alignment *w, int side, u32 step);
/* Leaves out decisions that explain nothing, unless there is nothing else. */
void explain_leave_out(Explanation *x);
/* Leaves out lines of edits that the experiment acquitted. */
void explain_acquit(Explanation *x);

/* values.c: finds where the two runs first compute something else, and how it propagated to the
 * output. */
void explain_values(Explanation *x);
/* declared.c: makes suspects of edits that lines of suspects use. */
void explain_declared(Explanation *x);
/* predicates.c: adds predicates to both conditions. */
void explain_predicates(Explanation *x);

/* True if a suspect has an input that negates it. */
static inline bool suspect_asked(const ExplainSuspect *s)
{
	return s->kind == SUSPECT_DECISION || s->kind == SUSPECT_PREDICATE;
}

/* True if negating a decision repairs the input while the other program decides as before. */
static inline bool explain_repairs(const ExplainSuspect *s)
{
	return s->kind == SUSPECT_DECISION && s->passes && !s->alone && !s->library;
}

/* rank.c */
void explain_rank(Explanation *x);
/* Prints why a suspect has its rank, in a few words. */
void explain_why(const Explanation *x, const ExplainSuspect *s, Buf *to);

#endif
