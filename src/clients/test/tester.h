/* tester.h: shared by the files of src/clients/test.
 *
 * A tester is a comparison (comparison.h) whose differences become groups, one for each pair of
 * symbolic behaviours. A group has a test when a native run has confirmed a witness of it. Native
 * runs are expensive, so some wait for theirs (postpone.c). */
#ifndef DRIFT_TEST_TESTER_H
#define DRIFT_TEST_TESTER_H

#include "versions/align/effect.h"
#include "evidence/native/testdir.h"
#include "evidence/witness/witness.h"
#include "clients/test/test.h"
#include "versions/search/leeway.h"

/* What --interactions reports of a difference. */
typedef struct Judgement {
	KeptInput input;
	U32List sequence;  /* changes of the graph, in order of execution */
	U32List locations; /* executed nodes of the graph where changes meet */
	bool judged;       /* true if critical is known */
	bool by_graph;     /* true if it was not found by experiment */
	U32List critical;  /* changes that it needs */
	VEC(char *) edits; /* edits that it needs, as text; by graph: none */
	ResultTruth cie;
} Judgement;

typedef struct Conditions Conditions;         /* condition.c */
typedef struct ConditionParts ConditionParts; /* likewise */

/* An input on which the versions differ, for reports. */
typedef struct Difference {
	Witness seen;    /* its input, and what both versions did; test 0: its cluster has enough */
	u32 group;       /* from 1 */
	u32 shape;       /* of its input */
	char *condition; /* of the inputs that show it */
	char *when;      /* the same in words, if it is too long; NULL: it is not */
	char *path_condition;  /* of its pair of paths, if condition is weaker; NULL: it is not */
	bool joined;           /* true if it became so after the difference was printed */
	ConditionParts *parts; /* to generalise it later; NULL: it cannot be */
	char *output[2];       /* standard output, as text with expressions */
	char *files;           /* names of files that differ; NULL: none */
	char *undefined;       /* its undefined behaviour; NULL: none */
	char *stub;        /* that a version called a function which nobody defines; NULL: none did */
	VEC(u32) changes;  /* in order of their execution */
	EffectList effect; /* how it propagated to the output; empty: unknown */
	u64 way;           /* number of the effect and the endings; 0: unknown */
	u64 kind;          /* number of what can be observed of it (cluster.c) */
	u32 like;          /* group of the first of the same cluster; 0: it is the first */
	bool brief;        /* true if its cluster had some before: one line is enough */
	KeptInput kept;    /* the input */
	ResultId id;       /* its id in a baseline */
	double seconds;    /* engine time until it was found */
	u64 runs;          /* runs until then */
	Judgement *judgement; /* NULL: not wanted */
	u64 key;              /* of its group */
	bool plain;           /* true if found before its path was explored: no condition is known */
	bool late;            /* true if it was, and has a condition now */
	bool leeway;          /* true if it rests on what C leaves to the compiler */
} Difference;

typedef struct Interactions Interactions;
typedef struct Golden Golden;

/* How a golden version classifies a difference; see golden.h. */
typedef enum GoldenClass {
	GOLDEN_UNKNOWN,
	GOLDEN_REGRESSION,
	GOLDEN_INCOMPLETE,
	GOLDEN_PROGRESS,
} GoldenClass;

/* One semantic change: all pairs of paths with the same two symbolic behaviours. */
typedef struct Group {
	u64 key;        /* number of both behaviours, see group_key */
	u64 pairs;      /* pairs of paths found */
	u32 difference; /* its first, or NO_OPERAND: none was confirmed */
	u32 number;     /* from 1, once it has a confirmed difference */
	u32 tries;      /* witnesses that no native run confirmed */
	u32 waiting;    /* witnesses that were not run natively yet */
	bool accepted;  /* true by --accept or --baseline: it is not reported */
	u32 baseline;   /* entry of the baseline, from 1; 0: none */
	u64 behaviours; /* with --golden: key of the pair of behaviours, which others may share */
	GoldenClass class;
	bool witnessed; /* true if the class is valid for some inputs only */
} Group;

/* An input that executed changes and on which both versions did the same. */
typedef struct SilentRun {
	KeptInput input;
	VEC(u32) changes; /* that it executed */
} SilentRun;

/* A line of a baseline. */
typedef struct BaselineEntry {
	ResultId id;  /* as it is written there */
	char *reason; /* why it is accepted */
} BaselineEntry;

typedef struct Baseline {
	VEC(BaselineEntry) list;
} Baseline;

/* The first word of a key in Tester.numbers: equal numbers are equal keys. */
typedef enum DifferenceNumber {
	NUMBER_BEHAVIOURS, /* both, as expressions */
	NUMBER_UNDEFINED,  /* where only one version is undefined, and nothing else differs */
	NUMBER_CLASS,      /* a pair of behaviours, and what a golden version says of it */
	NUMBER_WAY,        /* the lines of an effect, and both endings */
	NUMBER_LINE,       /* the kind of a line */
	NUMBER_OBSERVED,   /* the kind of a difference */
} DifferenceNumber;

struct Tester {
	TestConfig config;
	Comparison *comparison;
	Search *search; /* of the comparison */
	VEC(Difference) differences;
	VEC(Group) groups;
	KeyMap numbers;  /* behaviours, ways and kinds of differences -> number; see DifferenceNumber */
	IntMap group_of; /* key -> position */
	KeyMap seeds;    /* seeds_key of inputs reported before the search -> position of the group */
	bool plain;      /* true while such an input is compared: it has no condition */
	VEC(u32) accepted; /* of each accepted test: its group, or NO_OPERAND: no difference */
	Baseline baseline;
	WaitingList postponed; /* differences that wait for their confirmation */
	VEC(SilentRun) silent; /* for --why */
	u32 open_tries;        /* of open.c */
	u64 open_both;         /* pairs for which the machine knows neither end */
	u64 open_alike;        /* of these, pairs that did not differ natively */
	u64 nans;              /* differences that rest on the bits of a NaN, on the inputs tried */
	Evidence *evidence;    /* tests and native runs */
	ResultFile file;       /* result.json */
	Interactions *interactions; /* NULL: not wanted */
	Golden *golden;             /* NULL: there is none */
	Conditions *conditions;     /* NULL: they are not generalised */
};

/* fill.c: fills a result from the tester. */
void tester_begin_file(Tester *t);
/* Call during the search: rewrites result.json if the last writing is long ago. */
void tester_tick(Tester *t);
/* Notes why some differences are not confirmed. */
void tester_notes(void *tester, Result *r);
void difference_print(const Tester *t, const Difference *d, FILE *to);

/* compare.c: for ComparisonClient. */
/* Finds, confirms and keeps a difference. */
/* Starts building native programs while a long search runs. */
void confirm_ahead(Tester *t, u32 shape);
void compare_pair(Tester *t, u32 shape, const Assignment *input, ExprList *conds);
/* Keeps the difference if a native run confirms it. */
void compare_found(Tester *t, u32 shape, const Assignment *a, ExprList *conds);
/* The same for a given input, before the search: its path is not reported again. */
void compare_seed(Tester *t, u32 shape, const Assignment *a, ExprList *conds);
/* Keeps an overflow as a difference, unless the behaviours, which were observed on the witness, are
 * already known. */
void compare_overflow(Tester *t, u32 shape, const ExprList *conds, Expr goal);
/* Call when a difference was found and the versions were observed on it; reports it if native runs
 * confirm it. */
void report_difference(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
					   Expr differs);
Group *group_of_key(Tester *t, u64 key); /* NULL: there is none */
/* Marks the groups of the accepted tests. */
void accept_tests(Tester *t);

/* leeway.c: what a difference that was observed on *a rests on. If another input shows one that does not rest
 * on a NaN, that becomes *a, and is observed. */
Leeway tester_leeway(Tester *t, u32 shape, const Assignment **a, const ExprList *conds,
					 Expr differs);

/* baseline.c */
/* A missing file is empty. Call baseline_free even if it fails. */
bool baseline_read(Baseline *b, const char *file, Err *err);
void baseline_free(Baseline *b);
BaselineEntry *baseline_find(Baseline *b, const ResultId *id); /* NULL: it is not in it */
void baseline_fill(const Tester *t, Result *r);
void difference_id(const Tester *t, Difference *d); /* sets d->id */

/* open.c: pairs of runs of which the machine knows only one end. */
/* True if such a pair should be run natively. */
bool open_try(Tester *t);

/* postpone.c */
/* True if the next difference has to wait for its native confirmation. */
bool postpone_now(const Tester *t);
void postpone_add(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
				  Expr differs);
/* Confirms some of those that wait; at the end all of them, until the time is up. */
void postponed_some(Tester *t);
void postponed_all(Tester *t);
void postponed_free(Tester *t);

/* why.c */
/* Keeps the input of the latest run for --why if it executed a change without effect. */
void why_consider(Tester *t, u32 shape, const Assignment *input);
/* Explains one such run for each change that was reached; w is NULL if there was none. Returns
 * false if a machine could not be created. */
bool why_each(Tester *t, void *ctx,
			  void (*fn)(void *ctx, Tester *t, u32 change, const Alignment *w), Err *err);
void why_forget(Tester *t);
/* stopped.c */
void stopped_fill(Tester *t, Result *r);
/* why_fill.c: for why_each; ctx is a Result. */
void why_fill(void *ctx, Tester *t, u32 change, const struct Alignment *w);

/* interactions.c, interactions_fill.c: orders of execution, and changes that are needed
 * together. */
/* Records a pair of paths of the group whose behaviours differ. */
void interactions_pair(Tester *t, u64 key, u32 shape, const Assignment *input, ExprList *conds,
					   bool same);
/* Records that the difference was observed on the input. */
void interactions_note(Tester *t, Difference *d, u32 shape, const Assignment *a);
/* Records the actual order, by a trace of the input. */
void interactions_trace(Tester *t, Difference *d, u32 shape, const Assignment *a);
/* Call when the search is over. */
void interactions_judge(Tester *t);
void interactions_fill(const Tester *t, Result *r);
void interactions_fill_one(const Difference *d, ResultDifference *to);
void interactions_free(Tester *t);
void judgement_free(Judgement *j);

/* golden.c */
bool golden_begin(Tester *t, Err *err);
void golden_fill_one(const Tester *t, const Difference *d, ResultDifference *to);
void golden_free(Tester *t);
/* True if a difference of the group is no error. */
bool golden_is_progress(const Tester *t, u64 key);
/* compare.c: sets the class of an observed test, as far as it is known. */
void golden_settle(Tester *t, Group *g, u32 shape, const Assignment *a, u32 test);

/* condition.c */
void condition_parts_free(ConditionParts *p);

/* compare.c */
void difference_free(Difference *d);

/* cluster.c: returns the number of what can be observed of the difference in
 * search_behaviours(t->search). */
u64 cluster_kind(Tester *t, const Difference *d);
/* Finds the cluster of a difference, once its path is known; returns how many there were in it. */
u32 cluster_join(const Tester *t, Difference *d);

#endif
