/* see.h: what of a behaviour counts. */
#ifndef DRIFT_TEST_SEE_H
#define DRIFT_TEST_SEE_H

#include "version/version.h"

/* Index of whatever there is of each version. */
enum { OLD = SIDE_OLD, NEW = SIDE_NEW };

/* What of a program's behaviour counts. */
enum {
	SEE_STDOUT = 1,
	SEE_STDERR = 2,
	SEE_STATUS = 4, /* exit status, signals, errors, not ending */
	SEE_FILES = 8,  /* what it created, changed or removed */
	SEE_ALL = 15,
};

#endif
