/* cmd_test_explain.h: drift test --explain: what drift explain says, of differences that were found. */
#ifndef DRIFT_CMD_TEST_EXPLAIN_H
#define DRIFT_CMD_TEST_EXPLAIN_H

#include "cmd_pair.h"
#include "test/test.h"

typedef struct Explained Explained;

/* Explains the first differences of a result, each way once; the result borrows what is returned. */
Explained *explain_differences(PairJob *job, const Tester *t, Result *r);
/* NULL: none. */
void explained_end(Explained *e);

#endif
