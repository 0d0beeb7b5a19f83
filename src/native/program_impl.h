/* program_impl.h: what build.c and observe.c share. */
#ifndef DRIFT_NATIVE_PROGRAM_IMPL_H
#define DRIFT_NATIVE_PROGRAM_IMPL_H

#include "native/program.h"

typedef struct FlavourBuild {
	char *path; /* of the program, absolute; NULL: not built yet */
	bool failed;
} FlavourBuild;

struct NativeVersion {
	NativeConfig config;
	char *scratch; /* absolute; NULL: not made yet */
	FlavourBuild build[N_FLAVOURS];
	bool sourceless;
	Err trouble; /* of a build that failed */
	u32 runs;
};

/* build.c: the path of the program; NULL with one line in err: it cannot be built. */
const char *native_version_build(NativeVersion *p, Flavour f, Err *err);

/* shim.c */
extern const char confirm_shim[]; /* C source */

#endif
