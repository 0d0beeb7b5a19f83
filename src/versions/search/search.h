/* search.h: searches two versions of a program together.
 *
 * Both are loaded into one process and share one pool of expressions, so that equal values have
 * equal numbers whichever version computed them. A joint run (product.h) runs both. Its condition
 * is OLD's constraints followed by NEW's, without those that OLD decided already. One explorer over
 * joint runs therefore meets every overlap of a path of OLD with a path of NEW. If it is
 * exhaustive, so is the comparison.
 *
 * Guides (guide.h) decide what is tried first and what is left out. For every new pair of paths the
 * search takes the behaviours of both versions (behaviour.h) and calls the client. The client
 * reports what it found, since guides depend on that.
 *
 * The caller owns subjects, inputs and pool and keeps them until search_free. */
#ifndef DRIFT_SEARCH_H
#define DRIFT_SEARCH_H

#include "versions/align/align.h"
#include "base/observe.h"
#include "versions/behaviour/post_states.h"
#include "versions/search/changes.h"
#include "versions/search/guide.h"
#include "versions/search/witness.h"

/* The order in which pairs of paths are tried. */
typedef enum Strategy {
	STRATEGY_AUTO,      /* directed and coverage, alternating */
	STRATEGY_DIRECTED,  /* nearest to a change first, then where the versions diverge */
	STRATEGY_PATH,      /* depth first */
	STRATEGY_RANDOM,    /* inputs drawn at random; nothing is solved */
	STRATEGY_OUTPUT,    /* partitions by output instead of paths */
	STRATEGY_SIGNATURE, /* partitions by change: outputs only where a change is executed */
	STRATEGY_REACH,     /* nearest to a change first, and nothing else */
	STRATEGY_SEQUENCE,  /* along the change sequence graph */
	STRATEGY_NEW,       /* paths of NEW alone, depth first; OLD only runs what was found */
	N_STRATEGIES
} Strategy;

/* A strategy as a row of a table. */
typedef struct StrategyRow {
	const char *name;
	ConditionBy by;
	Order order;
	u32 guides;      /* bits 1 << GUIDE_* */
	bool only_reach; /* for GUIDE_DISTANCE: no rank for decisions behind a change */
	bool only_order; /* for GUIDE_SEQUENCE: no other guide leads, so it measures every path */
	bool one_order;  /* true if another order would undo it */
	bool alone;      /* true if conditions have decisions of NEW only: never exhaustive */
} StrategyRow;

extern const StrategyRow strategies[N_STRATEGIES];
bool strategy_parse(const char *name, Strategy *s);
/* Parses "reach,infect" into bits. */
bool prune_parse(const char *text, u32 *prune, Err *err);
/* Parses "stdout,status" into OBSERVE_*. */
bool observe_parse(const char *text, u32 *observe, Err *err);
/* Returns the OUTPUT_* of OBSERVE_*. */
u32 observed_outputs(u32 observe);

/* Unsound on purpose: for tests of refute.h. */
typedef struct SearchDefects {
	u32 cut;    /* 1 + decisions that are kept of each run; 0: all */
	bool sides; /* true: close all sides that the first run does not take */
} SearchDefects;

/* The processes of a search. */
typedef struct SearchProcesses {
	u32 jobs;                      /* worker processes; 0 and 1: none */
	const struct SearchKeep *keep; /* how the search is kept (jobs/kept.h); NULL: it is not */
} SearchProcesses;

typedef struct SearchConfig {
	Subject *subject[2];               /* OLD and NEW */
	const char *entry;                 /* --entry, or NULL */
	const Entry *entry_type;           /* its prototype, or NULL */
	const Entry *entry_old;            /* OLD's prototype, where parameters may differ */
	const struct Interface *interface; /* how types and names of it changed; NULL: not known */
	EntryBounds bounds; /* of its arguments; depth also of returned value and post-state */
	Inputs *inputs;     /* bound to a pool */
	Strategy strategy;
	const Order *order; /* order of open nodes, if not the strategy's own; or NULL */
	u32 observe;        /* OBSERVE_* */
	StrList ignore;     /* regular expressions: lines of output to ignore */
	double end;         /* deadline on the clock of now_seconds; 0: no limit */
	bool given;         /* true if there are inputs of --seeds: they are run first */
	u64 runs;           /* 0 = no limit */
	u64 idle;           /* work without new code, after which it ends (explore.h); 0 = no limit */
	u64 memory;         /* bytes of this process; 0 = no limit */
	SearchProcesses processes;
	u32 z3_limit;
	u64 seed;                          /* of STRATEGY_RANDOM */
	const volatile sig_atomic_t *stop; /* not 0: stop as soon as possible */
	bool same_too;                     /* true: search even if no code changed */
	bool every_pair;                   /* true: report pairs of paths without a difference, too */
	u32 prune;                         /* bits 1 << PRUNE_* */
	SearchDefects wrong;               /* on purpose */
	bool propagate;                /* true: look for inputs on which an effect propagates further */
	bool no_sequences;             /* true: do not aim at orders of changes */
	bool prove;                    /* true: look for changes that are refactorings first */
	bool no_mutate;                /* true: make no concrete runs of mutated inputs */
	const struct Dictionary *dict; /* of --dict, for such inputs; NULL: none */
	bool interactions; /* true: build the whole change sequence graph, record all orders */
} SearchConfig;

/* The client of a search. */
typedef struct SearchClient {
	void *ctx;
	/* After every run of both, before its condition is taken; may be NULL. */
	void (*ran)(void *ctx);
	/* The condition of the latest run was cut; may be NULL. */
	void (*cut)(void *ctx, const Constraint *const list[], const ProductCut *all,
				const ProductCut *kept);
	/* A new pair of paths, with its condition, before its behaviours are taken. */
	void (*path)(void *ctx, u32 shape, const Assignment *input, const ExprList *conds);
	/* The same, after they are taken. */
	void (*pair)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* Behaviours differ on a long given input; called before the search. May be NULL. */
	void (*seed)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	void (*tick)(void *ctx); /* called several times a second */
} SearchClient;

typedef struct Search Search;

Search *search_new(const SearchConfig *config, const SearchClient *client, Err *err);
/* Returns true if a version may make threads or processes: then nothing is cut. */
bool search_makes_tasks(const Search *search);
/* Returns true if code of a version computes with floating-point numbers. */
bool search_floats(const Search *search);
void search_free(Search *search);
/* Searches until it is exhaustive or the budget ends. Returns false if no input satisfies the
 * assumptions. */
bool search_run(Search *search, Err *err);
/* Sets the budget that ends runs from now on. */
void search_until(Search *search, Budget *budget);
/* Ends the search: the client has what it wants. */
void search_stop(Search *search);
/* Runs an input in both versions and takes their behaviours. */
void search_observe(Search *search, u32 shape, const Assignment *a);
/* Takes the behaviours of the latest run of a version into b. */
void search_take(Search *search, int side, const Assignment *a, Behaviour *b);
/* Returns the condition of all inputs that do what the latest run did; valid until the next run. */
ExprList *search_condition(Search *search, u32 shape);
/* Runs an input as the search does: guides may cut its condition or spare NEW's run. */
void search_rerun(Search *search, u32 shape, const Assignment *a);
/* Makes calls of the function under --entry get their arguments from the giver; {0}: from the
 * input. */
void search_give(Search *search, CallGiver giver);
/* Aligns both versions on an input (align.h). */
bool search_align(Search *search, u32 shape, const Assignment *a, u64 steps, Alignment *w,
				  Err *err);
/* True if every pair of paths was found, or cut by a sound argument. */
bool search_exhaustive(const Search *search);
GuideStats search_stats(const Search *search);
/* What a guide cost and brought, and its name; N_GUIDES: the queue. */
const GuideYield *search_yield(const Search *search, u32 who);
const char *search_yield_name(u32 who);

/* seeds.c: adds the bytes of the input to a key. */
void seeds_key(const Search *search, u32 shape, const Assignment *a, Buf *to);

/* ---- ask.c: questions about a search ---- */

/* Returns the configuration it was created with. */
const SearchConfig *search_config(const Search *search);
ExprPool *search_pool(const Search *search);
Inputs *search_inputs(const Search *search);
Shape *search_shape(const Search *search, u32 shape);
Subject *search_subject(const Search *search, int side);
const Program *search_program(const Search *search, int side);
u32 search_see(const Search *search); /* OBSERVE_* */

/* The changes between the versions. */
ChangeMap *search_map(const Search *search);
bool search_unchanged(const Search *search); /* true if no code changed: nothing is run */
/* True if the function's interface has other types in NEW: equal states can be different values. */
bool search_retyped(const Search *search);
/* True if all changes are proved refactorings, so that both versions do the same on every input. */
bool search_proved(const Search *search);
/* True if the functions that the change is in do the same in both versions. */
bool search_refactoring(const Search *search, u32 change);
u32 search_n_changes(const Search *search);
const ChangeState *search_change(const Search *search, u32 change);

/* The latest run of both versions. */
const ProductRunner *search_product(const Search *search);
Machine *search_machine(const Search *search, int side);
const RunResult *search_result(const Search *search, int side);
/* What the function under --entry returned. */
const EntryValue *search_value(const Search *search, int side);
/* True if the budget ended the run: its result means nothing. */
bool search_cut_short(const Search *search);
/* The changes that it executed, in order. */
const U32List *search_executed(const Search *search);

/* The latest run whose behaviours were taken. */
const Behaviours *search_observed(const Search *search);
const Behaviour *search_behaviours(const Search *search); /* of OLD and NEW */
/* True if one of its ends is unknown, so that the behaviours cannot be compared. */
bool search_inconclusive(const Search *search);
/* True if the behaviours are the same on every input of both paths. */
bool search_same(const Search *search);
/* Returns the condition under which they differ on inputs of both paths; 0: unknown. */
Expr search_differs(const Search *search);
/* With --entry: returns the post-states; NULL: nothing is compared. */
PostStates *search_units(const Search *search);

/* Tools that the search shares with its client. */
Finder *search_finder(Search *search);
Aligner *search_aligner(Search *search);

/* Progress. */
const ExploreStats *search_explored(const Search *search);
const Tree *search_tree(const Search *search);
/* Returns the input of a run that the tree refers to. */
void search_input(const Search *search, u32 run, Assignment *a);
size_t search_queued(const Search *search); /* open nodes of the tree */
const Remark *search_remarks(const Search *search, size_t *n);
Budget *search_budget(const Search *search); /* what ends the search */
u64 search_runs(const Search *search);       /* of both versions */
u64 search_given_runs(const Search *search); /* of given inputs, before the search */
u32 search_found(const Search *search);      /* differences that the client counted */
u64 search_unknown(const Search *search);    /* pairs of paths that could not be compared */
ExploreEnd search_end(const Search *search);
/* True if the search uses the guide. */
bool search_guided(const Search *search, GuideKind guide);
/* Why the search does not use a guide that it should. */
const GuideOff *search_off(const Search *search, GuideKind guide);
/* Why this guide's pruning is unsound; NULL: it is sound. */
const char *search_withdrawn(const Search *search, GuideKind guide);

/* ---- nearest.c: how near a search came that found no difference ---- */

typedef enum NearestKind {
	NEAREST_BRANCH,   /* no run executed a change */
	NEAREST_EXECUTED, /* one did, without an effect that lives */
	NEAREST_EFFECT,   /* the versions leave a variable different, and nothing shows it */
} NearestKind;

typedef struct Nearest {
	NearestKind kind;
	bool has_input;       /* true if the input and its shape are known */
	bool full;            /* true if inputs of use fill their bound */
	u32 shape;            /* of the input */
	u32 loc;              /* BRANCH: of the branch that was not turned; 0: unknown */
	const char *variable; /* EFFECT: its name in OLD */
} Nearest;

void search_nearest(Search *search, Nearest *to, Assignment *input);

/* ---- partition.c: for tests that somebody else made, after search_observe ---- */

/* Adds bytes to a key that two inputs share exactly if they are in one partition: the search's kind of
 * condition (ConditionBy) and both behaviours are the same expressions. */
void search_partition_key(Search *search, u32 shape, Buf *key);
/* The same for one semantic change: both symbolic behaviours. */
void search_semantic_key(const Search *search, Buf *key);
/* True if the versions did something different on the observed input a, byte by byte. overflow: signed
 * overflow in one version only counts. */
bool search_differs_on(Search *search, const Assignment *a, bool overflow);

/* ---- what the client decides ---- */

void search_count_found(Search *search);   /* a difference */
void search_count_unknown(Search *search); /* a pair of paths that cannot be compared */
/* Tells the search that n differences wait for confirmation; guides look for no more effects until
 * then. */
void search_set_waiting(Search *search, size_t n);
/* Does not count the runs after the first `runs` as runs of the search. */
void search_uncount(Search *search, u64 runs);
/* Records that a difference shows the effect of the change. */
void search_propagated(Search *search, u32 change);

#endif
