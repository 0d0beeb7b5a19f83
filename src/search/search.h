/* search.h: two versions of a program searched together.
 *
 * Both are loaded into one process and share one pool of expressions, so that equal values have
 * equal numbers whichever version computed them. A joint run (joint.h) is a run of both; its
 * condition is OLD's constraints followed by NEW's, without those that OLD decided already. One
 * explorer over joint runs therefore meets every overlap of a path of OLD with a path of NEW, and
 * when it is exhaustive, so is the comparison.
 *
 * Guides (guide.h) say what is tried first and what is left out. For every new pair of paths the
 * behaviours of both versions are taken (behaviour.h), and the client is asked what it makes of
 * them; it tells what it found, since guides go by that.
 *
 * The caller owns subjects, inputs and pool and keeps them until search_free.
 */
#ifndef DRIFT_SEARCH_H
#define DRIFT_SEARCH_H

#include "align/align.h"
#include "base/see.h"
#include "behaviour/units.h"
#include "search/changes.h"
#include "search/guide.h"
#include "search/witness.h"

/* In which order pairs of paths are tried. */
typedef enum Strategy {
	STRATEGY_AUTO,      /* directed and coverage, in turns */
	STRATEGY_DIRECTED,  /* nearest to a change first, then where the versions part */
	STRATEGY_PATH,      /* depth first */
	STRATEGY_RANDOM,    /* inputs drawn at random; nothing is solved */
	STRATEGY_OUTPUT,    /* partitions by output instead of paths */
	STRATEGY_SIGNATURE, /* partitions by change: outputs only where a change is executed */
	STRATEGY_REACH,     /* nearest to a change first, and nothing else */
	STRATEGY_SEQUENCE,  /* along the change sequence graph */
	N_STRATEGIES
} Strategy;

/* A strategy as a row of a table. */
typedef struct StrategyRow {
	const char *name;
	ConditionBy by;
	Order order;
	u32 guides; /* bits 1 << GUIDE_* */
} StrategyRow;

extern const StrategyRow strategies[N_STRATEGIES];
bool strategy_parse(const char *name, Strategy *s);
/* "reach,infect" to bits. */
bool prune_parse(const char *text, u32 *prune, Err *err);
/* "stdout,status" to SEE_*. */
bool see_parse(const char *text, u32 *see, Err *err);

typedef struct SearchConfig {
	Subject *subject[2];     /* OLD and NEW */
	const char *entry;       /* --entry, or NULL */
	const Entry *entry_type; /* what it says, or NULL */
	const Entry *entry_old;  /* the same of OLD, where parameters may differ */
	EntryBounds bounds;      /* of what it is given; depth also of what it returns and leaves */
	Inputs *inputs;          /* bound to a pool */
	Strategy strategy;
	u32 see;        /* SEE_* */
	StrList ignore; /* regular expressions: lines of output that do not count */
	double end;     /* of now_seconds; 0 = no limit */
	bool given;     /* there are inputs of --seeds: they are run first */
	u64 runs;       /* 0 = no limit */
	u64 memory;     /* bytes of this process; 0 = no limit */
	u32 jobs;
	u32 z3_limit;
	u64 seed;                          /* of STRATEGY_RANDOM */
	const volatile sig_atomic_t *stop; /* not 0: end as soon as possible */
	bool same_too;                     /* search even if no code changed */
	bool every_pair;                   /* pairs of paths without a difference are wanted, too */
	u32 prune;                         /* bits 1 << PRUNE_* */
	u32 wrong_cut;  /* for tests of opinion.h: 1 + decisions that are kept of each run; 0 = all */
	bool propagate; /* look for inputs on which an effect goes further */
	bool no_sequences; /* orders of changes are not aimed at */
	bool interactions; /* the whole change sequence graph is wanted, and the orders of all runs */
} SearchConfig;

/* Who uses a search. */
typedef struct SearchClient {
	void *ctx;
	/* After every run of both, before its condition is taken; may be NULL. */
	void (*ran)(void *ctx);
	/* The condition of the latest run is cut; may be NULL. */
	void (*cut)(void *ctx, const Constraint *const list[], const JointCut *all,
				const JointCut *kept);
	/* A new pair of paths, with its condition, before its behaviours are taken. */
	void (*path)(void *ctx, u32 shape, const Assignment *input, const ExprList *conds);
	/* And after they are. */
	void (*pair)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	/* Behaviours differ on a long input that was given; before the search. May be NULL. */
	void (*seed)(void *ctx, u32 shape, const Assignment *input, ExprList *conds);
	void (*tick)(void *ctx); /* several times a second */
} SearchClient;

typedef struct Search {
	SearchConfig config;
	SearchClient client;
	const StrategyRow *row;
	ExprPool *pool;
	JointRunner pair;
	Machine *machine[2]; /* of pair */
	Explorer *explorer;
	Changes changes;
	Behaviours seen; /* of the latest run that was looked at */
	Units *units;    /* with --entry: what it leaves behind; NULL: none */
	Finder find;
	Aligner align;
	void *guide[N_GUIDES]; /* states; NULL: not asked */
	ExprList conditions;   /* scratch */
	u32 found;             /* what the client holds for differences so far */
	u64 given_runs;        /* of given inputs, before the search */
	size_t waiting;        /* of what it has, that is not decided so far */
	ExploreEnd end;
	Budget *until; /* what ends runs beside the search */
} Search;

Search *search_new(const SearchConfig *config, const SearchClient *client, Err *err);
void search_free(Search *search);
/* Searches until the end or the budget. False: no input satisfies the assumptions. */
bool search_run(Search *search, Err *err);
/* What ends runs from now on. */
void search_until(Search *search, Budget *budget);
/* The client has what it wants: everything is to end. */
void search_stop(Search *search);
/* Runs an input in both versions and takes their behaviours. */
void search_observe(Search *search, u32 shape, const Assignment *a);
/* Takes the behaviours of the latest run of a version into b. */
void search_take(Search *search, int side, const Assignment *a, Behaviour *b);
/* The condition of all inputs that do what the latest run did, in search->conditions. */
void search_condition(Search *search, u32 shape);
/* Both versions laid side by side on an input (align.h). */
bool search_align(Search *search, u32 shape, const Assignment *a, u64 steps, Why *w, Err *err);
/* True if every pair of paths was found, or cut by an argument that holds. */
bool search_exhaustive(const Search *search);
GuideStats search_stats(const Search *search);

/* seeds.c */
/* Runs what was given without following it; tells the client of differences. */
void seeds_run(Search *search);
/* The same for the same input. */
u64 seeds_key(const Search *search, u32 shape, const Assignment *a);

#endif
