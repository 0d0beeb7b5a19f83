/* guide.h: small policies that lead a search.
 *
 * A guide says what to try next, or what need not be tried. It has a state of its own, made by
 * begin, and is asked at fixed points; whatever it does not answer is left to the others. Guides
 * order and leave out; they never say what is true. A strategy (strategy.c) is a row: the condition
 * that is taken from a run, the order of the queue, and its guides.
 */
#ifndef DRIFT_SEARCH_GUIDE_H
#define DRIFT_SEARCH_GUIDE_H

#include "subject/joint.h"

struct Search;

/* What is not explored because it cannot show a difference. */
typedef enum PruneKind {
	PRUNE_REACH,     /* no change was executed, and none can be any more (B_E of eXpress) */
	PRUNE_INFECT,    /* a change was executed without an effect on the state */
	PRUNE_PROPAGATE, /* what the effect was is gone (B_P) */
	PRUNE_ONCE,      /* no change was executed: NEW, which would do the same, is not run */
	N_PRUNES
} PruneKind;

/* What guides did. */
typedef struct GuideStats {
	u64 cut_runs[N_PRUNES];          /* runs that were cut, by what did it */
	u64 cut_decisions[N_PRUNES];     /* decisions of theirs that were not looked at */
	u64 aim_queries, aim_runs;       /* inputs made for parts of changes that no run had executed */
	u64 spread_looks;                /* runs that were looked at step by step */
	u64 spread_queries, spread_runs; /* inputs made to let an effect go further */
	u64 order_queries, order_runs;   /* inputs made for changes to follow each other */
} GuideStats;

/* In this order they are asked. */
#define GUIDES(X)                                                                      \
	X(PRUNE, prune)       /* leaves out what cannot show a difference */               \
	X(FEED, feed)         /* functions that decide on branches in front of a change */ \
	X(SPREAD, spread)     /* inputs on which an effect goes further */                 \
	X(AIM, aim)           /* inputs for parts of changes that no run has executed */   \
	X(DISTANCE, distance) /* ranks of decisions: nearest to a change first */          \
	X(SEQUENCE, sequence) /* changes in orders that no run had */                      \
	X(ONCE, once)         /* runs that are the same in both versions */                \
	X(RANDOM, random)     /* inputs drawn at random */

#define X(name, function) GUIDE_##name,
typedef enum GuideKind { GUIDES(X) N_GUIDES } GuideKind;
#undef X

typedef struct Guide {
	/* Its state; NULL: it has nothing to say in this search and is not asked. */
	void *(*begin)(struct Search *search);
	void (*after_run)(struct Search *search);                    /* every run of the subjects */
	void (*after_path)(struct Search *search, const Path *path); /* a path that is new */
	/* An input that is to be run before the next open node is taken. */
	bool (*propose)(struct Search *search, u32 *shape, Assignment *a);
	u32 (*rank)(void *search, const Tree *tree, u32 node); /* see NodeRank */
	/* Which constraints of a run are kept. */
	void (*cut)(void *search, const Constraint *const list[], JointCut *cut);
	/* After OLD's run: NEW would do the same (JointRunner.spare). */
	bool (*spare)(void *search, u32 fresh, RunResult *other);
	void (*stats)(const void *state, GuideStats *to);
	void (*free)(void *state);
} Guide;

#define X(name, function) extern const Guide guide_##function;
GUIDES(X)
#undef X

/* guide.c */
void guides_begin(struct Search *search, u32 which);
void guides_after_run(struct Search *search);
void guides_after_path(struct Search *search, const Path *path);
bool guides_propose(void *search, u32 *shape, Assignment *a);
NodeRank *guides_rank(const struct Search *search);
void guides_free(struct Search *search);

/* What guides know that others go by. */
/* feed.c: the function feeds a branch that keeps a change from being executed. */
bool feed_has(const struct Search *search, int side, u32 function);
bool feed_changed(const struct Search *search); /* by the latest path */
/* spread.c: the latest run has the effect that was asked for. */
bool spread_has_effect(const struct Search *search);
/* Its coverage is that of runs with an effect that was asked for; NULL: there is none. */
Machine *spread_effect_machine(const struct Search *search);
/* Whether the effect had its runs: they do not come first any more. */
bool spread_effect_done(const struct Search *search);
/* sequence.c: it looks for more in NEW's runs than changes. */
bool sequence_sees_more(const struct Search *search);
/* prune.c, once.c: why what was left out cannot be relied on; NULL: it can. */
const char *prune_withdrawn(const struct Search *search);
const char *once_withdrawn(const struct Search *search);

#endif
