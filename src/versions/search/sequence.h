/* sequence.h: in which orders the runs of a search executed changes.
 *
 * The guide `sequence` has the change sequence graph of the versions (src/versions/sequence). After
 * each run it knows which nodes were executed, in the order of their first execution: changes, and
 * the locations where they meet. The next inputs aim at successors in the graph that were not
 * executed. */
#ifndef DRIFT_SEARCH_SEQUENCE_H
#define DRIFT_SEARCH_SEQUENCE_H

#include "versions/search/search.h"
#include "versions/sequence/sequence.h"

/* An order of changes that some run had. */
typedef struct ObservedOrder {
	u32 n;        /* changes */
	u32 *changes; /* numbers of the graph */
	u64 tests;    /* pairs of paths that had it */
} ObservedOrder;

/* Returns NULL if the search does not use the guide. */
const SequenceGraph *sequence_of(const Search *search);
/* The nodes of the graph that the latest run executed, in order. */
const u32 *sequence_latest(const Search *search, size_t *n);
/* The orders of changes so far. */
const ObservedOrder *sequence_observed(const Search *search, size_t *n);
/* Which of them the latest pair of paths had. */
u32 sequence_order(const Search *search);

#endif
