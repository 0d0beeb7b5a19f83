/* see.h: two versions, and what of their behaviour counts when they are compared. */
#ifndef DRIFT_SEE_H
#define DRIFT_SEE_H

/* Index of whatever there is of each version. */
enum { OLD, NEW };

enum {
	SEE_STDOUT = 1,
	SEE_STDERR = 2,
	SEE_STATUS = 4, /* exit status, signals, errors, not ending */
	SEE_FILES = 8,  /* what it created, changed or removed */
	SEE_ALL = 15,
};

#endif
