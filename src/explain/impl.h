/* impl.h: what the files of src/explain share. */
#ifndef DRIFT_EXPLAIN_IMPL_H
#define DRIFT_EXPLAIN_IMPL_H

#include "align/effect.h"
#include "base/see.h"
#include "behaviour/behaviour.h"
#include "behaviour/units.h"
#include "explain/explain.h"
#include "native/testdir.h"

/* What of the two behaviours differs, the first thing that does. */
typedef enum DifferKind {
	DIFFER_NOTHING,
	DIFFER_ENDING, /* exit status, signal, error */
	DIFFER_STDOUT,
	DIFFER_STDERR,
	DIFFER_FILES,
	DIFFER_LEFT,  /* what a function left behind */
	DIFFER_UNSET, /* the same, but NEW uses what it never set, and OLD does not */
} DifferKind;

/* A line whose decisions, or values, may be to blame. */
typedef struct ExplainSuspect {
	int side;               /* whose line it is */
	u32 file, line;         /* in the user's own code; line 0: unknown */
	ResultSuspectKind kind; /* of the one that speaks for it */
	u32 order;              /* the same, or that of the line that uses this one */
	u32 count;              /* its decisions that are suspects */
	u32 before;             /* decisions between it and what differs: less is nearer */
	u32 step;               /* of a value: when it was computed */
	Expr cond;              /* what held on the input */
	Assignment input;       /* on which it does not, while the other program decides as before */
	u32 edits;              /* bytes of it that are not those of the input */
	bool passes;            /* it counts as repaired on it */
	bool alone;             /* the other program decides the same, and goes another way */
	bool alike;             /* both programs do the same on it */
	bool idle;              /* on it they differ just as before, and the line did not change */
	bool library;           /* it is the C library's, called there */
	char *is[2];            /* of a value, both as text; NULL: it has no counterpart */
	u32 used;               /* of an edit: the line that uses it; 0: none */
	bool shows;   /* it changed, and what differs is put out there with nothing before it */
	bool check;   /* it decides whether a change is executed */
	bool begins;  /* it differs though nothing that it is made of does */
	bool changed; /* the line is one of a change; or there is no map */
	u32 test;     /* number of the test with its input; 0: none */
} ExplainSuspect;

/* One program and its latest run. */
typedef struct ExplainRun {
	Machine *machine; /* the pair's */
	RunResult result;
	Behaviour behaviour;
} ExplainRun;

/* Both programs on one input. */
typedef struct ExplainPair {
	JointRunner joint;
	Units *units;   /* with --entry: what the function leaves behind */
	ExprEval *eval; /* of the latest input */
	ExprList fixed; /* what decides which objects the function gets of the input to explain */
} ExplainPair;

/* A decision of the input's run, or what is asked as if it were one. */
typedef struct Decision {
	Constraint c;
	u32 nth;        /* in order of execution */
	bool predicate; /* see predicates.c */
} Decision;

/* The condition of the input in one program. */
typedef struct InputCondition {
	VEC(Decision) list; /* in the order in which they were made, as far as they count */
	IntMap has;         /* conditions in it */
	u32 checked;        /* those of an error itself, at the end of list, begin here */
	u32 n;              /* decisions of the whole run */
} InputCondition;

typedef struct ExplainStats {
	u64 runs;       /* of both programs */
	u64 decisions;  /* of both conditions */
	u64 predicates; /* beside them */
	u64 asked;      /* that the other program's condition was held against */
	u64 implied;    /* of these, by it */
	u64 unknown;    /* that the solver gave up on */
	u64 diverged;   /* answers that did not take the way they were solved for */
	u64 idle;       /* lines that were left out: turned round, the programs differ just as before */
} ExplainStats;

struct Explanation {
	ExplainConfig config;
	ExprPool *pool;
	Solver *solver;
	ExplainPair pair;
	ExplainRun of[2];
	Assignment start;
	DifferKind differs;
	u64 differs_at;        /* byte of a stream */
	u32 differs_line;      /* the same; 0: no stream */
	Buf said[2];           /* what differs, as text, in both */
	const char *unsettled; /* it comes from uninitialised memory: says so; or NULL */
	InputCondition condition[2];
	VEC(ExplainSuspect) suspects;
	bool crash;         /* NEW's run ended in an error or by a signal, and OLD's did not */
	Assignment passing; /* the nearest input that passes */
	u32 passing_edits;  /* bytes that differ; 0: there is none */
	Aligner align;
	EffectList effect; /* how it came */
	bool cut;          /* the budget was over before all were asked */
	bool blamed;       /* blame is filled in */
	Blame blame;
	Err blame_trouble;            /* why it is not */
	u32 start_test, passing_test; /* numbers; 0: none */
	ExplainStats stats;
	char *ok_dir;  /* for what the user's command reads; or NULL */
	double ticked; /* when somebody was last told */
	Assignment scratch;
	ExprList prefix; /* scratch */
};

/* runs.c */
/* Runs an input in both programs and takes their behaviours. */
void explain_run(Explanation *x, const Assignment *a);
/* The first thing in which the latest runs differ. */
DifferKind explain_differ(const Explanation *x, u64 *at);
/* It ended in an error, by a signal or not at all. */
bool explain_fails(const Behaviour *b);
/* Whether the latest runs differ just as those of the input to explain. */
bool explain_differs_as_before(const Explanation *x);
/* Bytes in which an input is not the one to explain. */
u32 explain_edits(const Explanation *x, const Assignment *a);

/* passes.c */
/* Whether the latest runs count as repaired: both do the same, NEW no longer crashes, or what the
 * user's command says. */
bool explain_passes(const Explanation *x);
/* Keeps an input that passes if it is nearer than others. */
void explain_keep_nearest(Explanation *x, const Assignment *a, u32 edits);
/* Makes the passing input as like the one to explain as can be. */
void explain_nearest(Explanation *x);

/* conditions.c: of the latest runs, which are those of the input to explain. */
void explain_conditions(Explanation *x);

/* suspects.c */
/* The suspect of that line; NULL: there is none. */
ExplainSuspect *explain_suspect_at(Explanation *x, int side, u32 file, u32 line);
ExplainSuspect *explain_suspect_add(Explanation *x, int side, u32 file, u32 line);

/* values.c: where the two runs first compute something else, and how it came to the output. */
void explain_values(Explanation *x);
/* declared.c: edits that lines of suspects use become suspects. */
void explain_declared(Explanation *x);
/* predicates.c: puts predicates into both conditions. */
void explain_predicates(Explanation *x);

/* Whether a suspect has an input on which it is otherwise. */
static inline bool suspect_asked(const ExplainSuspect *s)
{
	return s->kind == SUSPECT_DECISION || s->kind == SUSPECT_PREDICATE;
}

/* rank.c */
void explain_rank(Explanation *x);
/* Why a suspect stands where it does, in a few words. */
void explain_why(const Explanation *x, const ExplainSuspect *s, Buf *to);

#endif
