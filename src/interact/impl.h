/* impl.h: what trials are made of. */
#ifndef DRIFT_INTERACT_IMPL_H
#define DRIFT_INTERACT_IMPL_H

#include "interact/interact.h"

/* A version with some edits. */
typedef struct TrialVersion {
	u64 key;   /* of the edits */
	char *dir; /* below the scratch directory */
	char *source, *cflags;
	char *log; /* file for what compilers say */
	NativeVersion *native;
	bool unbuilt; /* it cannot be built */
	Buf said;     /* by the compiler then */
} TrialVersion;

struct Trials {
	TrialsConfig config;
	Edits edits;
	bool *needs; /* a * edits + b: a cannot be compiled without b */
	bool ready;  /* needs are known */
	VEC(TrialVersion) built;
	u32 builds;                  /* made so far */
	NativeVersion *end[N_SIDES]; /* OLD and NEW */
	VEC(U32List) known;          /* critical sets of earlier inputs */
	const NativeInput *input;    /* that is tried now */
	Flavour flavour;             /* by which it shows */
	NativeSeen seen[N_SIDES];    /* what OLD and NEW do on it */
};

#endif
