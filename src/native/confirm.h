/* confirm.h: does a difference show natively?
 *
 * Both versions run natively on an input (program.h), and what they do is compared. Errors that the
 * machine found are looked for in a build with sanitizers.
 */
#ifndef DRIFT_NATIVE_CONFIRM_H
#define DRIFT_NATIVE_CONFIRM_H

#include "native/program.h"
#include "base/lines.h"

typedef struct ConfirmConfig {
	const char *version[2]; /* as the user named them */
	const char *cflags[2];
	const char *native[2];            /* with --entry: directories of build.sh; NULL: main is run */
	const char *name;                 /* argv[0] */
	const char *scratch;              /* directory for builds and runs; made when needed */
	const char *log;                  /* file for what compilers say of builds that fail */
	bool world;                       /* programs from sources get the shim of shim.c */
	bool unsafe;                      /* run even without a sandbox */
	Budget *budget;                   /* builds and runs end with it; NULL: none */
	u32 see;                          /* SEE_* */
	const LineFilter *filter;         /* lines that do not count */
	const struct InputSet *loaded[2]; /* what was loaded of them, or NULL */
} ConfirmConfig;

typedef struct Confirmer Confirmer;

typedef enum Confirmation {
	CONFIRM_YES,
	CONFIRM_NO,      /* natively there is no difference */
	CONFIRM_UNBUILT, /* no native program can show it here; err has one line */
	CONFIRM_TROUBLE, /* it could not be tried */
} Confirmation;

Confirmer *confirmer_new(const ConfirmConfig *config);
void confirmer_free(Confirmer *c);

/* Begins to build both versions beside whatever comes next. */
void confirmer_start(Confirmer *c);

/* confirm.c */
Confirmation confirm(Confirmer *c, const NativeInput *in, Err *err);
/* What a version did in the latest run without sanitizers; NULL: there was none. */
const NativeRun *confirm_seen(const Confirmer *c, int side);

/* A version alone; false as native_observe. */
bool confirmer_observe(Confirmer *c, int side, Flavour f, const NativeInput *in, NativeSeen *seen,
					   Err *err);
/* Why that was false. */
Confirmation confirmer_trouble(const Confirmer *c, Flavour f);

#endif
