/* reduce.h: a smallest subset of tests that meets what all of them meet, and an order of tests.
 *
 * Each test meets some items: partitions, or branches. Reduction is set cover. A search by branch and
 * bound finds a smallest subset if it ends within a fixed number of steps. Otherwise the result is the
 * best one found so far, which is not larger than that of the greedy method; the greedy method needs at
 * most H(k) times the tests of a smallest subset (Chvatal 1979). k is the largest number of items that
 * one test meets, and H(k) is 1 + 1/2 + ... + 1/k. Nothing depends on time or on addresses. */
#ifndef DRIFT_SUITE_REDUCE_H
#define DRIFT_SUITE_REDUCE_H

#include "base/base.h"

typedef struct SuiteItems {
	u32 n_tests, n_items;
	const U32List *of; /* items of each test, below n_items, in any order, each once */
} SuiteItems;

typedef struct Reduction {
	U32List kept; /* tests, ascending */
	bool exact;   /* true if no smaller subset meets the same items */
	u32 least;    /* no subset with fewer tests meets them */
	double bound; /* at most so many times the size of a smallest subset; 1 if exact */
} Reduction;

/* steps: limit of the search, as items and memberships that it looks at; 0: only the greedy method. must: tests that are kept in any case;
 * NULL: none. */
void reduce(const SuiteItems *from, const bool *must, u64 steps, Reduction *to);
void reduction_free(Reduction *r);

/* Orders tests: those of a lower tier first; within a tier, always the test that meets the most items
 * which no test before it meets, the first of several. to has n_tests places. */
void prioritise(const SuiteItems *from, const u8 *tier, u32 *to);

#endif
