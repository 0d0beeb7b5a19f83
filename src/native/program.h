/* program.h: one version as native programs, and its runs.
 *
 * What drift-cc built is the program itself, sources are compiled, each flavour once and when it is
 * first needed. Each run is in a fresh scratch directory, in a sandbox.
 */
#ifndef DRIFT_NATIVE_PROGRAM_H
#define DRIFT_NATIVE_PROGRAM_H

#include "base/opt.h"
#include "sandbox/sandbox.h"

typedef enum Flavour {
	FLAVOUR_PLAIN,
	FLAVOUR_SANITIZED, /* AddressSanitizer, and where there are sources UBSan */
	FLAVOUR_ZEROED,    /* locals begin as zeros */
	FLAVOUR_PATTERNED, /* or with a pattern */
	N_FLAVOURS,
} Flavour;

typedef struct NativeConfig {
	const char *version; /* as the user named it */
	const char *cflags;
	const char *native;  /* with --entry: directory of build.sh; NULL: main is run */
	int side;            /* whose plan of a NativeInput it is given */
	const char *name;    /* argv[0] */
	const char *scratch; /* directory for builds and runs; made when needed, removed at the end */
	const char *log;     /* file for what compilers say of builds that fail; or NULL */
	bool world;          /* programs from sources get the shim of shim.c */
	bool unsafe;         /* run even without a sandbox */
	Budget *budget;      /* builds and runs end with it; NULL: none */
	bool files;          /* what is left in the directory is looked at */
	/* What was loaded of it: bitcode serves for the native program where nothing speaks against
	 * it. NULL: only the compiler. */
	const struct InputSet *loaded;
	bool strict; /* nothing is put in the place of what nobody defines */
} NativeConfig;

/* What a native run needs. */
typedef struct NativeInput {
	const StrList *args;       /* without argv[0] */
	const StrList *env;        /* NAME=value */
	const StrList *world;      /* what the shim is told, as env; NULL: nothing */
	const char *test_dir;      /* its stdin and files/ are used */
	bool files;                /* run in a copy of test_dir/files */
	bool input;                /* there is test_dir/stdin */
	bool errors;               /* the machine found an error: use the sanitizers */
	bool undefined;            /* and undefined behaviour counts as such */
	const char *plan[2];       /* with --entry: how to look at what is left behind; or NULL */
	bool hangs;                /* one of the versions does not seem to end */
	bool twice;                /* nobody said what would differ: each version must do it twice */
	const struct Os *found[2]; /* what found files of the working directory */
} NativeInput;

/* What a native run showed, all in one. */
typedef struct NativeSeen {
	NativeRun run;
	Buf files;
	Buf returned; /* by the function under --entry */
	bool caught;  /* by a sanitizer */
	Buf kind;     /* what it said, one line */
} NativeSeen;

typedef struct NativeVersion NativeVersion;

NativeVersion *native_version_new(const NativeConfig *config);
void native_version_free(NativeVersion *p);
/* False with one line in err: it could not be built, or not be run. */
bool native_observe(NativeVersion *p, Flavour f, const NativeInput *in, NativeSeen *seen, Err *err);
void native_seen_free(NativeSeen *s);
/* Begins to build the plain program beside whatever comes next. */
void native_version_start(NativeVersion *p);
/* Builds it without a run. */
bool native_version_make(NativeVersion *p, Flavour f, Err *err);
/* That it could not be built. */
bool native_version_unbuilt(const NativeVersion *p, Flavour f);
/* The sandbox refused something in the latest run. */
bool native_version_refused(const NativeVersion *p);
/* What counts when two runs are compared. */
typedef struct SameBy {
	Flavour flavour; /* of both; sanitized: what the sanitizer said */
	u32 see;         /* SEE_* */
	bool ends;       /* a run that was ended is never like one that ended by itself */
	/* What of a text counts; NULL: all of it. */
	void (*text)(void *ctx, const Buf *all, Buf *counts);
	void *ctx;
} SameBy;

/* same.c: whether both did the same. */
bool native_same(const NativeSeen *a, const NativeSeen *b, const SameBy *by);

/* What was built came from bitcode. */
bool native_version_sourceless(const NativeVersion *p);

#endif
