/* test_explain.h: drift test --explain: explains found differences as drift explain does. */
#ifndef DRIFT_CMD_TEST_EXPLAIN_H
#define DRIFT_CMD_TEST_EXPLAIN_H

#include "cli/pair.h"
#include "clients/test/test.h"

typedef struct Explained Explained;

/* Explains the first differences of a result, one for each path of an effect; the result borrows
 * what is returned. */
Explained *explain_differences(PairJob *job, const Tester *t, Result *r);
/* NULL is allowed. */
void explained_end(Explained *e);

#endif
