/* impl.h: the struct Search; included by the files of src/versions/search only. */
#ifndef DRIFT_SEARCH_IMPL_H
#define DRIFT_SEARCH_IMPL_H

#include "versions/search/search.h"

/* What a guide cost and brought; the last is the queue. */
typedef struct Yields {
	GuideYield of[N_GUIDES + 1];
	u32 proposer; /* of the run that is next */
	u64 work;     /* of the search when somebody was charged last, with concrete runs */
	u64 runs;     /* likewise */
	u32 found;    /* likewise */
	u64 concrete; /* work of concrete runs */
} Yields;

struct Search {
	SearchConfig config;
	SearchClient client;
	const StrategyRow *row;
	ExprPool *pool;
	ProductRunner pair;
	Machine *machine[2]; /* of pair */
	Explorer *explorer;
	Changes changes;
	Behaviours seen;   /* behaviours of the latest observed run */
	PostStates *units; /* with --entry: its post-states; NULL: none */
	Finder find;
	Aligner align;
	const Guide *const *guides; /* N_GUIDES; those of guide.c, or a test's */
	void *guide[N_GUIDES];      /* their states; NULL: not used */
	GuideOff off[N_GUIDES];     /* why guides are not used */
	Yields yields;
	ExprList conditions; /* scratch */
	u32 found;           /* differences that the client reported so far */
	u64 given_runs;      /* runs of given inputs, before the search */
	size_t waiting;      /* differences that the client has not confirmed yet */
	ExploreEnd end;
	Budget *until; /* ends runs in addition to the search's budget */
	struct SearchCheck
		*check; /* of the checked build: machines beside the search; NULL: none so far */
};

/* search_checked.c, in the checked build. Checks that the map of functions and instructions is
 * symmetric. */
void search_check_map(const Search *search);
/* Checks the latest run: behind the cut both versions do the same, on this input and on some that
 * decide otherwise there. */
void search_check_cut(Search *search, const Constraint *const list[], const ProductCut *all,
					  const ProductCut *kept);
/* Checks the latest run, which ran OLD only: NEW does the same. */
void search_check_spared(Search *search);
/* Checks that the behaviours of an input differ exactly if their bytes do. */
void search_check_behaviours(Search *search, const Assignment *a);
void search_check_free(Search *search);

/* seeds.c: runs the given inputs concretely; reports differences to the client. */
void seeds_run(Search *search);
/* Runs an input concretely, and reports a difference to the client. It is no run of the search. Returns true if the
 * versions differ. */
bool seeds_try(Search *search, u32 shape, const Assignment *a);

/* yield.c */
/* The work of the search so far, without concrete runs, in the unit of the solver. */
u64 search_work(const Search *search);
/* What happened since the last call was for this guide, or the queue (N_GUIDES). */
void yield_charge(Search *search, u32 who);
void yield_path(Search *search, const Path *path); /* a new path */
/* Concrete runs of a guide; what it brought. */
void yield_concrete(Search *search, GuideKind guide, u64 work, u32 runs);
void yield_brought(Search *search, GuideKind guide);

#endif
