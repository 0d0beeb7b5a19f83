/* program_impl.h: declarations that build.c and observe.c share. */
#ifndef DRIFT_NATIVE_PROGRAM_IMPL_H
#define DRIFT_NATIVE_PROGRAM_IMPL_H

#include "evidence/native/program.h"

/* Of FLAVOUR_SANITIZED, as words and as text. UndefinedBehaviorSanitizer can go on after most of its reports. Tail calls
 * would hide frames. */
#define SANITIZE_FLAGS                                              \
	"-g", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", \
		"-fsanitize=address,undefined", "-fsanitize-recover=undefined"
#define SANITIZE_FLAGS_TEXT                                   \
	"-g -fno-omit-frame-pointer -fno-optimize-sibling-calls " \
	"-fsanitize=address,undefined -fsanitize-recover=undefined"

/* Every source that sees the body of an inline function defines it; the linker takes the first definition. */
#define INLINE_FLAG "-fgnu89-inline"
#define INLINE_LINK_FLAG "-Wl,-z,muldefs"

typedef struct FlavourBuild {
	char *path; /* of the program, absolute; NULL: not built yet */
	bool failed;
} FlavourBuild;

/* A process that builds in the background. */
typedef struct NativeAhead {
	pid_t pid; /* 0: none */
	int from;  /* pipe with its report */
} NativeAhead;

struct NativeVersion {
	NativeConfig config;
	char *scratch; /* absolute; NULL: not created yet */
	FlavourBuild build[N_FLAVOURS];
	NativeAhead ahead; /* of FLAVOUR_PLAIN */
	bool sourceless;
	bool inlines; /* true: build with INLINE_FLAG */
	bool refused; /* the sandbox refused something in the latest run */
	Err trouble;  /* message of a failed build */
	u32 runs;
};

/* build.c: returns the path of the program; NULL with one line in err if it cannot be built. */
const char *native_version_build(NativeVersion *p, Flavour f, Err *err);
/* Builds a flavour that has not been built yet; fills in *b. */
bool native_version_build_now(NativeVersion *p, Flavour f, FlavourBuild *b, Err *err);

/* kept.c: for sources that were compiled as `in` describes: writes a program that was built before;
 * stores one. */
struct InputSet;
bool kept_find(const NativeVersion *p, const struct InputSet *in, const char *to);
void kept_add(const NativeVersion *p, const struct InputSet *in, const char *made);

/* ahead.c: ends the process; waits for it and takes over its result. */
void native_version_stop(NativeVersion *p);
bool native_version_wait(NativeVersion *p, FlavourBuild *b, Err *err);

/* shim.c */
extern const char confirm_shim[]; /* C source */

#endif
