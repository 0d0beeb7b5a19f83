/* observe.h: the two versions, and the parts of their behaviour that a comparison observes. */
#ifndef DRIFT_OBSERVE_H
#define DRIFT_OBSERVE_H

/* A version; also the index into arrays with one element per version. */
typedef enum Side { OLD, NEW, N_SIDES } Side;

static inline Side side_other(Side s)
{
	return s == OLD ? NEW : OLD;
}

enum {
	OBSERVE_STDOUT = 1,
	OBSERVE_STDERR = 2,
	OBSERVE_STATUS = 4, /* exit status, signals, errors, nontermination */
	OBSERVE_FILES = 8,  /* files that it created, changed or removed */
	OBSERVE_ALL = 15,
};

#endif
