/* program_impl.h: what build.c and observe.c share. */
#ifndef DRIFT_NATIVE_PROGRAM_IMPL_H
#define DRIFT_NATIVE_PROGRAM_IMPL_H

#include "native/program.h"

typedef struct FlavourBuild {
	char *path; /* of the program, absolute; NULL: not built yet */
	bool failed;
} FlavourBuild;

/* A process that builds ahead. */
typedef struct NativeAhead {
	pid_t pid; /* 0: there is none */
	int from;  /* what it says in the end */
} NativeAhead;

struct NativeVersion {
	NativeConfig config;
	char *scratch; /* absolute; NULL: not made yet */
	FlavourBuild build[N_FLAVOURS];
	NativeAhead ahead; /* of FLAVOUR_PLAIN */
	bool sourceless;
	bool refused; /* the sandbox did, in the latest run */
	Err trouble;  /* of a build that failed */
	u32 runs;
};

/* build.c: the path of the program; NULL with one line in err: it cannot be built. */
const char *native_version_build(NativeVersion *p, Flavour f, Err *err);
/* What was not built so far; fills in *b. */
bool native_version_build_now(NativeVersion *p, Flavour f, FlavourBuild *b, Err *err);

/* kept.c: of sources that were compiled as loaded says: writes a program that was made before; keeps
 * one. */
struct InputSet;
bool kept_find(const NativeVersion *p, const struct InputSet *in, const char *to);
void kept_add(const NativeVersion *p, const struct InputSet *in, const char *made);

/* ahead.c: ends it; waits for it, and takes what it made. */
void native_version_stop(NativeVersion *p);
bool native_version_wait(NativeVersion *p, FlavourBuild *b, Err *err);

/* shim.c */
extern const char confirm_shim[]; /* C source */

#endif
