/* compare.h: drift compare: strategies of the search on the same two versions.
 *
 * Each strategy searches as drift test does, with an equal budget. The inputs that it ran are a suite of
 * tests. One judge for all of them runs each test in both versions and takes its partition by output: so
 * the numbers of partitions and of semantic changes of two strategies can be compared, whatever kind of
 * condition a strategy explores. The command runs the searches (src/cli/compare.c); this module has the
 * table of strategies, the judge, and the rows.
 *
 * The caller owns subjects, inputs and pool of the judge and keeps them until compare_judge_free. */
#ifndef DRIFT_COMPARE_H
#define DRIFT_COMPARE_H

#include "output/result/compare.h"
#include "output/result/result.h"
#include "versions/search/search.h"

/* A strategy as the papers have it: options of drift test. */
typedef struct CompareStrategy {
	const char *name;
	Strategy strategy;
	u32 prune;      /* bits 1 << PRUNE_* */
	bool propagate; /* see SearchConfig */
	bool sequences; /* likewise: not no_sequences */
} CompareStrategy;

/* Finds a strategy; NULL with the names in err if there is none. */
const CompareStrategy *compare_strategy(const char *name, size_t n, Err *err);

typedef struct TestJudge TestJudge;

/* config: of the search that the judge observes with; its strategy is set. */
TestJudge *compare_judge_new(const SearchConfig *config, bool overflow, Err *err);
void compare_judge_free(TestJudge *j);
/* Begins the tests of another search. */
void compare_judge_begin(TestJudge *j);
/* Judges one test, unless the same input was judged before in this search. packed: see inputs_pack. */
void compare_judge_test(TestJudge *j, u32 shape, const u8 *packed);
/* Writes what the tests since compare_judge_begin met. */
void compare_judge_fill(const TestJudge *j, ResultCompareRow *row);
/* Writes what all tests met. */
void compare_judge_fill_all(const TestJudge *j, ResultCompare *to);
/* Takes what a search of drift test found from its result. */
void compare_take(const Result *of, ResultCompareRow *row);

#endif
