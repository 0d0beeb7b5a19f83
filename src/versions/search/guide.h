/* guide.h: small policies that lead a search.
 *
 * A guide proposes what to try next, or what need not be tried. It has a state of its own, created
 * by begin, and is called at fixed points. If it does not answer, the other guides do. Guides order
 * and prune; they never decide what is true. A strategy (strategy.c) is a row: the condition that
 * is taken from a run, the order of the queue, and its guides.
 *
 * Several guides may answer the same question. Their answers combine like this:
 *
 *   propose, spare   the first guide that says yes, in the order of GUIDES
 *   rank             the first guide that ranks; the others are not asked
 *   cut              every guide cuts the whole run. The cut that keeps least is taken. Cuts of two
 *                    guides are not mixed: a guide proves that inputs show no difference if they
 *                    satisfy what it keeps of both versions. If one guide keeps less of OLD and the
 *                    other less of NEW, nobody has proved that of what both of them keep. Fronts
 *                    only order a condition; of these the least is taken in each version.
 *   closed           the first guide that closes a side of the decision
 *   withdrawn        a search is exhaustive if no guide has withdrawn its answers, and none
 *   samples */
#ifndef DRIFT_SEARCH_GUIDE_H
#define DRIFT_SEARCH_GUIDE_H

#include "versions/product/product.h"

struct Search;

/* Why a part is pruned: it cannot show a difference. */
typedef enum PruneKind {
	PRUNE_REACH,     /* no change was executed, and none can be any more (B_E of eXpress) */
	PRUNE_INFECT,    /* a change was executed without an effect on the state */
	PRUNE_PROPAGATE, /* the effect on the state has disappeared (B_P) */
	PRUNE_SKIP_NEW,  /* no change was executed: NEW would do the same and is not run */
	N_PRUNES
} PruneKind;

/* Statistics of guides. */
typedef struct GuideStats {
	u64 cut_runs[N_PRUNES];      /* runs that were cut, by reason */
	u64 cut_decisions[N_PRUNES]; /* their decisions that were not explored */
	u64 aim_queries, aim_runs;   /* inputs made for parts of changes that no run had executed */
	u64 propagate_looks;         /* runs that were aligned step by step */
	u64 propagate_queries, propagate_runs; /* inputs made to propagate an effect further */
	u64 order_queries, order_runs;         /* inputs made to execute changes in a new order */
	u64 mutate_runs, mutate_work;  /* concrete runs of mutated inputs; as work of the solver */
	u64 mutate_kept, mutate_given; /* inputs that were kept; of these, given to the search */
	u64 mutate_differ;             /* inputs on which the versions differ */
} GuideStats;

/* in the order in which they are asked */
#define GUIDES(X)                                                                         \
	X(PRUNE, prune)         /* leaves out what cannot show a difference */                \
	X(MUTATE, mutate)       /* mutated inputs, run without expressions */                 \
	X(INFLUENCE, influence) /* functions whose results decide branches before a change */ \
	X(PROPAGATE, propagate) /* inputs on which an effect goes further */                  \
	X(AIM, aim)             /* inputs for parts of changes that no run has executed */    \
	X(DISTANCE, distance)   /* ranks of decisions: nearest to a change first */           \
	X(SEQUENCE, sequence)   /* changes in orders that no run had */                       \
	X(SKIP_NEW, skip_new)   /* runs that are the same in both versions */                 \
	X(RANDOM, random)       /* inputs drawn at random */

#define X(name, function) GUIDE_##name,
typedef enum GuideKind { GUIDES(X) N_GUIDES } GuideKind;
#undef X

/* What one guide, or the queue, cost and brought (yield.c). */
typedef struct GuideYield {
	u64 work;    /* in the unit of the solver */
	u64 runs;    /* of both versions, also concrete ones */
	u64 brought; /* inputs that reached new code or executed changes in a new way; differences */
} GuideYield;

typedef struct Guide {
	/* Creates its state; NULL: the guide is not used in this search. */
	void *(*begin)(struct Search *search);
	void (*after_run)(struct Search *search);                    /* after every run */
	void (*after_path)(struct Search *search, const Path *path); /* after a new path */
	/* Returns an input to run before the next open node is taken. */
	bool (*propose)(struct Search *search, u32 *shape, Assignment *a);
	u32 (*rank)(void *search, const Tree *tree, u32 node); /* see NodeRank */
	/* Decides which constraints of a run are kept; *cut keeps all of them initially. */
	void (*cut)(struct Search *search, const Constraint *const list[], ProductCut *cut);
	/* By path: returns the condition of those other sides of OLD's i-th decision that cannot show a
	 * difference, so that nobody needs to take them; 0: none. Called after cut. */
	Expr (*closed)(struct Search *search, const Constraint *c, size_t i);
	/* After OLD's run: returns true if NEW would do the same (ProductRunner.spare). If it returns
	 * false, it must not modify *other. */
	bool (*spare)(struct Search *search, u32 fresh, RunResult *other);
	/* Why this guide's cuts and spared runs are unsound; NULL: they are sound. */
	const char *(*withdrawn)(const void *state);
	void (*stats)(const void *state, GuideStats *to);
	void (*free)(void *state);
	bool samples; /* true if its inputs are a sample: no search is exhaustive then */
} Guide;

/* Why a guide that was asked for does not apply, for a note. */
typedef struct GuideOff {
	const char *what;       /* NULL: it applies, or was not asked for */
	const Program *program; /* of loc; NULL: nowhere */
	u32 loc;
} GuideOff;

#define X(name, function) extern const Guide guide_##function;
GUIDES(X)
#undef X

/* guide.c */
extern const Guide *const guides[N_GUIDES];
void guides_begin(struct Search *search, u32 which);
/* True if one of these guides, bits 1 << GUIDE_*, samples. */
bool guides_sample(u32 which);
void guides_after_run(struct Search *search);
void guides_after_path(struct Search *search, const Path *path);
bool guides_propose(void *search, u32 *shape, Assignment *a);
void guides_cut(void *search, const Constraint *const list[], ProductCut *cut);
Expr guides_closed(void *search, const Constraint *c, size_t i);
bool guides_spare(void *search, u32 fresh, RunResult *other);
NodeRank *guides_rank(const struct Search *search);
void guides_free(struct Search *search);

/* What guides know that other guides use. */
/* influence.c: true if the function feeds a branch that keeps a change from being executed. */
bool influence_has(const struct Search *search, int side, u32 function);
bool influence_changed(const struct Search *search); /* true if the latest path changed that */
/* propagate.c: true if the latest run has the effect that was asked for. */
bool propagate_has_effect(const struct Search *search);
/* Returns the machine whose coverage is that of runs with the effect; NULL: there is none. */
Machine *propagate_effect_machine(const struct Search *search);
/* True if the effect has had enough runs: they no longer come first. */
bool propagate_effect_done(const struct Search *search);
/* sequence.c: true if it watches more in NEW's runs than changes. */
bool sequence_sees_more(const struct Search *search);

#endif
