/* compare.h: strategies of the search on the same two versions, side by side. */
#ifndef DRIFT_RESULT_COMPARE_H
#define DRIFT_RESULT_COMPARE_H

#include "base/base.h"

/* Differences that were found until a run. */
typedef struct ResultComparePoint {
	u64 runs;
	u32 found;
} ResultComparePoint;

/* One search. */
typedef struct ResultCompareRow {
	const char *strategy;
	const char *order;   /* newest, oldest, coverage; NULL: the strategy's own */
	const char *dir;     /* of its result and tests, below DIR */
	const char *verdict; /* its name */
	bool exhaustive;
	const char *ended; /* why it ended */
	u64 runs;          /* of the search */
	u64 solver_calls;
	double seconds;  /* of the processor, in this process */
	u32 differences; /* semantic changes that drift test reports */
	u32 errors;      /* with a golden version: of these, regressions and incomplete fixes */
	u64 first;       /* runs until the first difference; 0: there is none */
	u32 changes;     /* that were executed */
	u64 tests;       /* inputs that it made */
	u64 executing;   /* of these, inputs that execute a change */
	u64 differing;   /* of these, inputs on which the versions differ */
	u32 partitions;  /* by output, that its tests meet */
	u32 exposed;     /* semantic changes that its tests show */
	VEC(ResultComparePoint) curve;
} ResultCompareRow;

typedef struct ResultCompare {
	VEC(ResultCompareRow) rows;
	u64 runs;       /* budget of each search; 0: none */
	double time;    /* likewise, seconds; 0: none */
	u32 changes;    /* in the code */
	u32 partitions; /* that the tests of all searches together meet */
	u32 exposed;    /* semantic changes that they show */
	bool golden;    /* true if errors are counted */
	u32 left;       /* searches that were not begun because the user stopped them */
} ResultCompare;

void result_compare_free(ResultCompare *c);

#endif
