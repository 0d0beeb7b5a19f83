/* test.h: drift test: inputs on which two versions of a program behave differently.
 *
 * Both versions are loaded into one process and share one pool of expressions, so that equal values
 * have equal numbers whichever version computed them. A pair (pair.h) is both machines under one
 * Runner: the condition of a run of the pair is OLD's constraints followed by NEW's, without those
 * that OLD decided already. One explorer over pairs therefore meets every overlap of a path of OLD
 * with a path of NEW, and when it is exhaustive, so is the comparison.
 *
 * On every new pair of paths the two behaviours (behaviour.h) are compared as expressions. Where
 * they are not the same, the solver looks for an input on which they differ. Differences
 * with the same pair of symbolic behaviours are one group: one semantic change, one test.
 * What is found is confirmed natively in a sandbox (confirm.h) before it is reported.
 *
 * The caller owns programs, inputs and pool and keeps them until tester_free.
 */
#ifndef DRIFT_TEST_H
#define DRIFT_TEST_H

#include "input/entry.h"
#include "explore/explore.h"
#include "test/see.h"

/* In which order pairs of paths are tried. */
typedef enum Strategy {
	STRATEGY_AUTO,      /* directed and coverage, in turns */
	STRATEGY_DIRECTED,  /* nearest to a change first, then where the versions part */
	STRATEGY_PATH,      /* depth first */
	STRATEGY_RANDOM,    /* inputs drawn at random; nothing is solved */
	STRATEGY_OUTPUT,    /* partitions by output instead of paths */
	STRATEGY_SIGNATURE, /* partitions by change: outputs only where a change is executed */
	STRATEGY_REACH,     /* nearest to a change first, and nothing else */
} Strategy;

/* What is not explored because it cannot show a difference. */
typedef enum PruneKind {
	PRUNE_REACH,     /* no change was executed, and none can be any more (B_E of eXpress) */
	PRUNE_INFECT,    /* a change was executed without an effect on the state */
	PRUNE_PROPAGATE, /* what the effect was is gone (B_P) */
	N_PRUNES
} PruneKind;

struct Tester;

typedef struct TestConfig {
	const char *version[2]; /* as the user named them */
	const char *cflags[2];  /* for sources, or NULL */
	Program *program[2];
	const char *entry;       /* --entry, or NULL */
	const Entry *entry_type; /* what it says, or NULL */
	u32 function[2];         /* it in each version, or NO_OPERAND */
	u32 depth;               /* pointers that are followed from what it returns and leaves */
	Inputs *inputs;          /* bound to a pool */
	const char *dir;         /* NULL: nothing is written */
	Strategy strategy;
	u32 see; /* SEE_* */
	double seconds;
	u64 runs;   /* 0 = no limit */
	u64 memory; /* bytes of this process; 0 = no limit */
	u32 jobs;
	u64 stop_after;      /* groups; 0 = all there are */
	bool all;            /* a test for every pair of paths that differs, not one for each group */
	bool unsafe;         /* confirm also where there is no sandbox */
	bool unconfirmed;    /* report without running natively */
	bool count_overflow; /* signed overflow in one version only is a difference */
	StrList ignore;      /* regular expressions: lines of output that do not count */
	const Start *accept; /* inputs of accepted tests: their groups do not count */
	size_t n_accept;
	u64 limit_insns; /* of a run; 0 = the default */
	u64 limit_mem;
	const char *const *native; /* functions of the host that may be called; or NULL */
	u32 z3_limit;
	u64 seed;                    /* of STRATEGY_RANDOM */
	volatile sig_atomic_t *stop; /* not 0: end as soon as possible; set at --stop-after */
	u32 prune;                   /* bits 1 << PRUNE_* */
	u32 wrong_cut;  /* for tests of opinion.h: 1 + decisions that are kept of each run; 0 = all */
	bool propagate; /* look for inputs on which an effect goes further */
	bool why;       /* keep runs whose effect does not show, to explain them */
	FILE *progress; /* differences as they are found; NULL: none */
	bool live;      /* progress is followed by a status line */
	/* Instead of looking for a difference: called for every new pair of paths, with its condition;
	 * the behaviours are in the tester. NULL: differences are looked for. */
	void (*pair)(void *ctx, struct Tester *t, u32 shape, const Assignment *input, ExprList *conds);
	void *pair_ctx;
} TestConfig;

typedef enum Verdict {
	VERDICT_DIFFERENT,
	VERDICT_EQUIVALENT,  /* for every input of the shape on which both versions end */
	VERDICT_NONE,        /* no difference found */
	VERDICT_UNCONFIRMED, /* differences, and no native program to show one of them */
} Verdict;

typedef struct Tester Tester;

Tester *tester_new(const TestConfig *config, Err *err);
void tester_free(Tester *t);
bool tester_run(Tester *t, Err *err);
Verdict tester_verdict(const Tester *t);
/* The verdict is `equivalent` and says nothing: no change is executed, or nothing varies. */
bool tester_vacuous(const Tester *t);
/* result.json in the directory. While running only now and then. */
bool tester_write(Tester *t, bool running, Err *err);
void tester_print_json(Tester *t, FILE *to);
/* What changed, before the search. */
void tester_changes(Tester *t, FILE *to);
void tester_summary(Tester *t, FILE *to);

/* With config.why: where the effects of changes ended. */
bool tester_explain(Tester *t, FILE *to, Err *err);

bool strategy_parse(const char *name, Strategy *s);
/* "reach,infect" to bits. */
bool prune_parse(const char *text, u32 *prune, Err *err);
/* "stdout,status" to SEE_*. */
bool see_parse(const char *text, u32 *see, Err *err);

#endif
