/* tester.h: what the files of src/test share.
 *
 * A tester is a claim (claim.h) whose differences become groups, one for each pair of symbolic
 * behaviours. A group has a test once a witness of it has shown natively; native runs are dear, so
 * some wait for theirs (postpone.c).
 */
#ifndef DRIFT_TEST_TESTER_H
#define DRIFT_TEST_TESTER_H

#include "align/effect.h"
#include "native/confirm.h"
#include "native/testdir.h"
#include "test/test.h"

/* What is said of a difference with --interactions. */
typedef struct Judgement {
	KeptInput input;
	U32List sequence;  /* changes of the graph, in order of execution */
	U32List places;    /* nodes of the graph that it executed and where changes meet */
	bool judged;       /* critical is known */
	bool by_graph;     /* and not by experiment */
	U32List critical;  /* changes that are needed */
	VEC(char *) edits; /* that are needed, as text; by graph: none */
	ResultTruth cie;
} Judgement;

/* An input on which the versions differ, for reports. */
typedef struct Difference {
	u32 test;             /* number of its directory; 0: there are enough of its story */
	u32 group;            /* from 1 */
	u32 shape;            /* of its input */
	char *input;          /* command line without the program, and standard input */
	char *condition;      /* of the pair of paths it stands for */
	char *when;           /* the same in words, where it is too long; NULL: it is not */
	char *ending[2];      /* how each version ended */
	char *output[2];      /* standard output, as text with expressions */
	Buf text[2][2];       /* standard output and error of each version, as bytes */
	int status[2];        /* as $? would have it; -1 when there is none */
	char *returned[2];    /* by the function under --entry; NULL: it did not return */
	char *files;          /* names of those that were left in different states; NULL: none */
	char *unconfirmed;    /* why there is no native program that could show it; NULL: it was seen */
	char *undefined;      /* what of it C leaves undefined; NULL: nothing */
	VEC(u32) changes;     /* in order of their execution */
	EffectList effect;    /* how it came to the output; empty: not known */
	u64 way;              /* of the effect and the endings; 0: not known */
	u64 kind;             /* of what can be seen of it (story.c) */
	u32 like;             /* group of the first difference of the same story; 0: it is the first */
	bool brief;           /* there were some of that story before: a line suffices */
	KeptInput kept;       /* the input */
	u64 id;               /* what a baseline knows it by */
	double seconds;       /* engine time until it was found */
	u64 runs;             /* until then */
	Judgement *judgement; /* NULL: none is wanted */
	u64 key;              /* of its group */
	bool plain;           /* found before its path was followed: no condition is known */
	bool late;            /* it was, and has one now */
} Difference;

typedef struct Postponed Postponed;
typedef struct Interactions Interactions;
typedef struct Golden Golden;

/* What a golden version makes of a difference; see golden.h. */
typedef enum GoldenClass {
	GOLDEN_UNKNOWN,
	GOLDEN_REGRESSION,
	GOLDEN_INCOMPLETE,
	GOLDEN_PROGRESS,
} GoldenClass;

/* One semantic change: all pairs of paths with the same two symbolic behaviours. */
typedef struct Group {
	u64 key;
	u64 pairs;      /* pairs of paths found */
	u32 difference; /* its first, or NO_OPERAND: none was confirmed */
	u32 number;     /* from 1, once it has a confirmed difference */
	u32 tries;      /* witnesses that did not show natively */
	u32 waiting;    /* witnesses that were not run natively so far */
	bool accepted;  /* by --accept or --baseline: does not count */
	u32 baseline;   /* entry of the baseline, from 1; 0: none */
	u64 behaviours; /* with --golden: key of the pair of behaviours, which others may share */
	GoldenClass class;
	bool witnessed; /* the class is that of some inputs only */
} Group;

/* An input that executed changes and on which both versions did the same. */
typedef struct SilentRun {
	KeptInput input;
	VEC(u32) changes; /* that it executed */
} SilentRun;

/* An input as native programs are given it; not to be moved. */
typedef struct NativeGiven {
	StrList args, env;
	Arena arena; /* of their words */
	char *dir;   /* of the test */
	NativeInput in;
} NativeGiven;

/* A line of a baseline. */
typedef struct BaselineEntry {
	u64 id;
	char *reason;
} BaselineEntry;

typedef struct Baseline {
	VEC(BaselineEntry) list;
} Baseline;

struct Tester {
	TestConfig config;
	Claim *claim;
	Search *search; /* of the claim */
	VEC(Difference) differences;
	VEC(Group) groups;
	IntMap group_of; /* key -> position */
	IntMap
		seeds;  /* seeds_key of inputs that were told before the search -> position of the group */
	bool plain; /* such an input is being looked at: no condition is known of it */
	VEC(u32) accepted; /* of each accepted test: its group, or NO_OPERAND: no difference */
	Baseline baseline;
	VEC(Postponed) postponed; /* differences that wait for their confirmation */
	VEC(SilentRun) silent;    /* for --why */
	u32 open_tries;           /* of open.c */
	u64 open_both;            /* pairs of which neither run could be followed */
	u64 open_alike;           /* of them, those that did not differ natively */
	Confirmer *confirmer;     /* NULL: not needed so far */
	u64 refuted;              /* differences that did not show natively */
	u64 unconfirmable;        /* could not be run natively */
	Err confirm_trouble;      /* why */
	int tests_fd;
	u32 tests;
	bool files;                 /* tests have a files/ directory */
	char *scratch;              /* directory for native programs */
	char *build_log;            /* file for what compilers say of those that cannot be built */
	char *native[2];            /* DIR/native/old and new, with --entry */
	ResultFile file;            /* result.json */
	Err trouble;                /* first trouble with writing */
	Interactions *interactions; /* NULL: not wanted */
	Golden *golden;             /* NULL: there is none */
};

/* fill.c: from the tester to the model of results. */
void tester_begin_file(Tester *t);
/* While it goes on: rewrites result.json when it was long ago. */
void tester_tick(Tester *t);
/* Why some differences are not confirmed. */
void tester_notes(void *tester, Result *r);
void difference_print(const Tester *t, const Difference *d, FILE *to);

/* world_native.c */
/* A difference that does not show natively may need what no native run can be given; says what. */
bool world_hides(const Tester *t, u32 shape, const Assignment *a, Err *err);

bool world_is_input(const Shape *s);
/* As confirm, in the world that the input says. */
Confirmation world_confirm(Tester *t, const Shape *s, const Assignment *a, NativeInput *in,
						   Err *err);

/* compare.c: for ClaimClient. */
/* Finds, confirms and keeps a difference. */
/* Has native programs built beside a search that lasts. */
void confirm_ahead(Tester *t, u32 shape);
void compare_pair(Tester *t, u32 shape, const Assignment *input, ExprList *conds);
/* Keeps the difference if it shows natively. */
void compare_found(Tester *t, u32 shape, const Assignment *a, ExprList *conds);
/* The same of an input that was given, before the search: its path is not told again. */
void compare_seed(Tester *t, u32 shape, const Assignment *a, ExprList *conds);
/* Keeps an overflow as a difference, unless the behaviours, which were observed on the witness, are
 * one that is known. */
void compare_overflow(Tester *t, u32 shape, const ExprList *conds, Expr goal);
/* A difference was found, and the versions observed on it; whether it is reported is up to the
 * native programs. */
void report_difference(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
					   Expr differs);
Group *group_of_key(Tester *t, u64 key); /* NULL: there is none */
/* Marks the groups of the accepted tests. */
void accept_tests(Tester *t);

/* baseline.c */
/* A file that is not there is empty. baseline_free in any case. */
bool baseline_read(Baseline *b, const char *file, Err *err);
void baseline_free(Baseline *b);
BaselineEntry *baseline_find(Baseline *b, u64 id); /* NULL: it is not in it */
void baseline_fill(const Tester *t, Result *r);
u64 difference_id(const Tester *t, const Difference *d);

/* open.c: pairs of runs of which the machine knows only one end. */
/* Whether such a pair is to be tried natively. */
bool open_try(Tester *t);
/* What was seen natively becomes the end that the machine does not know. */
bool open_take_native(Tester *t, Difference *d, Err *err);

/* postpone.c */
/* True if the next difference has to wait for its native confirmation. */
bool postpone_now(const Tester *t);
void postpone_add(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
				  Expr differs);
/* Confirms some of what waits; all of it, until the time is up. */
void postponed_some(Tester *t);
void postponed_all(Tester *t);
void postponed_free(Tester *t);

/* why.c */
/* Keeps the input of the latest run for --why if it executed a change without effect. */
void why_consider(Tester *t, u32 shape, const Assignment *input);
/* Explains one such run for each change that was reached; w is NULL where there was none. False:
 * a machine could not be had. */
bool why_each(Tester *t, void *ctx, void (*fn)(void *ctx, Tester *t, u32 change, const Why *w),
			  Err *err);
void why_forget(Tester *t);
/* why_fill.c: for why_each; ctx is a Result. */
void why_fill(void *ctx, Tester *t, u32 change, const struct Why *w);

/* given.c: the input of a test that was observed. */
void native_given(const Tester *t, u32 shape, const Assignment *a, u32 test, NativeGiven *g);
void native_given_free(NativeGiven *g);

/* interactions.c, interactions_fill.c: what executed in which order, and what is needed together. */
/* A pair of paths whose behaviours are not the same, of the group. */
void interactions_pair(Tester *t, u64 key, u32 shape, const Assignment *input, ExprList *conds,
					   bool same);
/* The difference was observed on the input. */
void interactions_note(Tester *t, Difference *d, u32 shape, const Assignment *a);
/* The order as it was, by a trace of the input. */
void interactions_trace(Tester *t, Difference *d, u32 shape, const Assignment *a);
/* Once the search is done. */
void interactions_judge(Tester *t);
void interactions_fill(const Tester *t, Result *r);
void interactions_fill_one(const Difference *d, ResultDifference *to);
void interactions_free(Tester *t);
void judgement_free(Judgement *j);

/* golden.c */
bool golden_begin(Tester *t, Err *err);
void golden_fill_one(const Tester *t, const Difference *d, ResultDifference *to);
void golden_free(Tester *t);
/* Whether a difference of the group is no error. */
bool golden_is_progress(const Tester *t, u64 key);
/* compare.c: of an observed test; the class is set to what can be said. */
void golden_settle(Tester *t, Group *g, u32 shape, const Assignment *a, u32 test);

/* result.c */
bool tests_begin(Tester *t, Err *err);
/* Writes tests/NNNN for the difference. */
bool difference_write(Tester *t, Difference *d, u32 shape, const Assignment *a, Err *err);
/* Its outputs and endings once more. */
bool difference_rewrite(Tester *t, const Difference *d, Err *err);
void difference_free(Difference *d);

/* story.c. What can be seen of the difference in t->search->seen.now. */
u64 story_kind(const Tester *t, const Difference *d);
/* Finds the story that a difference belongs to, once its way is known; how many there were of it. */
u32 story_join(const Tester *t, Difference *d);

#endif
