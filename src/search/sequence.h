/* sequence.h: in which orders the runs of a search executed changes.
 *
 * The guide `sequence` has the change sequence graph of the versions (src/sequence). After each run
 * it is known which nodes were executed, in the order of their first execution: changes, and the
 * places where they meet. What may follow in the graph and did not is what the next inputs are for.
 */
#ifndef DRIFT_SEARCH_SEQUENCE_H
#define DRIFT_SEARCH_SEQUENCE_H

#include "search/search.h"
#include "sequence/sequence.h"

/* An order of changes that some run had. */
typedef struct SeenOrder {
	u32 n;        /* changes */
	u32 *changes; /* numbers of the graph */
	u64 tests;    /* pairs of paths that had it */
} SeenOrder;

/* NULL: the guide is not asked in this search. */
const SequenceGraph *sequence_of(const Search *search);
/* The nodes of the graph that the latest run executed, in order. */
const u32 *sequence_latest(const Search *search, size_t *n);
/* The orders of changes so far. */
const SeenOrder *sequence_seen(const Search *search, size_t *n);
/* Which of them the latest pair of paths had. */
u32 sequence_order(const Search *search);

#endif
