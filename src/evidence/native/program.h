/* program.h: one version as native programs, and its runs.
 *
 * If drift-cc built the version, the program itself is used. Sources are compiled, each flavour
 * once and when it is first needed. Each run is in a new scratch directory, in a sandbox. */
#ifndef DRIFT_NATIVE_PROGRAM_H
#define DRIFT_NATIVE_PROGRAM_H

#include "base/opt.h"
#include "evidence/native/caught.h"
#include "evidence/sandbox/sandbox.h"

typedef enum Flavour {
	FLAVOUR_PLAIN,
	FLAVOUR_SANITIZED, /* AddressSanitizer, and UBSan if there are sources */
	FLAVOUR_ZEROED,    /* locals are initialised with zeros */
	FLAVOUR_PATTERNED, /* locals are initialised with a pattern */
	N_FLAVOURS,
} Flavour;

typedef struct NativeConfig {
	const char *version; /* as the user named it */
	const char *cflags;
	const char *native; /* with --entry: directory of build.sh; NULL: the program has main */
	int side;           /* index of its plan in NativeInput */
	const char *name;   /* argv[0] */
	/* Directory for builds and runs; created when needed, removed at the end. */
	const char *scratch;
	const char *log; /* file for compiler messages of failed builds; or NULL */
	bool world;      /* programs from sources are linked with the shim (shim.c) */
	bool unsafe;     /* run even without a sandbox */
	Budget *budget;  /* ends builds and runs; may be NULL */
	bool files;      /* true: compare the files that a run leaves in its directory */
	/* What was loaded of this version. Its bitcode is used for the native program where possible.
	 * NULL: always run the compiler. */
	const struct InputSet *loaded;
	bool strict; /* true: do not link stubs for undefined symbols */
} NativeConfig;

/* What a native run needs. */
typedef struct NativeInput {
	const StrList *args;  /* without argv[0] */
	const StrList *env;   /* NAME=value */
	const StrList *world; /* settings for the shim, as in env; NULL: none */
	const char *test_dir; /* its stdin and files/ are used */
	bool files;           /* run in a copy of test_dir/files */
	bool input;           /* true if test_dir/stdin exists */
	SandboxInput kind;    /* what standard input is */
	bool errors;          /* the machine found an error: use the sanitizers */
	ToldError told[2];    /* of OLD and NEW */
	bool undefined;       /* undefined behaviour counts as an error */
	const char *plan[2];  /* with --entry: plan for the memory to print after the call; or NULL */
	bool hangs;           /* one of the versions seems not to terminate */
	bool twice; /* the expected difference is unknown: each version must repeat its behaviour */
	const struct Os *found[2]; /* the virtual OS that found files of the working directory */
} NativeInput;

/* Everything that a native run showed. */
typedef struct NativeObservation {
	NativeRun run;
	Buf files;
	Buf returned;       /* return value of the function under --entry */
	bool caught;        /* true if a sanitizer ended the run */
	Buf kind;           /* of its report, one line */
	Buf place;          /* likewise (caught_place) */
	CaughtList reports; /* of sanitizers */
} NativeObservation;

typedef struct NativeVersion NativeVersion;

NativeVersion *native_version_new(const NativeConfig *config);
void native_version_free(NativeVersion *p);
/* Runs the version once; returns false with one line in err if it could not be built or run. */
bool native_observe(NativeVersion *p, Flavour f, const NativeInput *in, NativeObservation *seen,
					Err *err);
void native_observation_free(NativeObservation *s);
/* Begins to build the program without sanitizers in the background. */
void native_version_start(NativeVersion *p);
/* Builds it without running it. */
bool native_version_make(NativeVersion *p, Flavour f, Err *err);
/* True if the build failed. */
bool native_version_unbuilt(const NativeVersion *p, Flavour f);
/* True if the sandbox refused something in the latest run. */
bool native_version_refused(const NativeVersion *p);
/* What a comparison of two runs observes. */
typedef struct SameBy {
	Flavour flavour; /* of both runs; sanitized: compare the sanitizer's reports */
	u32 observe;     /* OBSERVE_* */
	bool places;     /* true: errors of one kind at different places differ */
	bool ends;       /* true: a run that was ended always differs from one that terminated */
	/* Selects the part of a text to compare; NULL: the whole text. */
	void (*text)(void *ctx, const Buf *all, Buf *counts);
	void *ctx;
} SameBy;

/* same.c: true if both runs did the same. */
bool native_same(const NativeObservation *a, const NativeObservation *b, const SameBy *by);

/* True if the program was built from bitcode. */
bool native_version_sourceless(const NativeVersion *p);

#endif
