/* confirm.h: confirms a difference natively.
 *
 * Both versions run natively on an input (program.h), and their behaviour is compared. If the
 * machine found an error, a build with sanitizers runs as well. */
#ifndef DRIFT_NATIVE_CONFIRM_H
#define DRIFT_NATIVE_CONFIRM_H

#include "evidence/native/program.h"
#include "base/lines.h"

typedef struct ConfirmConfig {
	const char *version[2]; /* as the user named them */
	const char *cflags[2];
	const char *native[2];            /* with --entry: directories of build.sh; NULL: main is run */
	const char *name;                 /* argv[0] */
	const char *scratch;              /* directory for builds and runs; created when needed */
	const char *log;                  /* file for compiler messages of failed builds */
	bool world;                       /* programs from sources are linked with the shim (shim.c) */
	bool unsafe;                      /* run even without a sandbox */
	Budget *budget;                   /* ends builds and runs; may be NULL */
	u32 observe;                      /* OBSERVE_* */
	const LineFilter *filter;         /* lines that the comparison ignores */
	const struct InputSet *loaded[2]; /* what was loaded of the versions, or NULL */
} ConfirmConfig;

typedef struct Confirmer Confirmer;

typedef enum Confirmation {
	CONFIRM_YES,
	CONFIRM_NO,      /* the native runs do not differ */
	CONFIRM_OTHER,   /* natively, another error came first; err has one line */
	CONFIRM_UNBUILT, /* no native program can show it here; err has one line */
	CONFIRM_TROUBLE, /* the native runs failed */
} Confirmation;

Confirmer *confirmer_new(const ConfirmConfig *config);
void confirmer_free(Confirmer *c);

/* Begins to build both versions in the background. */
void confirmer_start(Confirmer *c);

/* confirm.c */
Confirmation confirm(Confirmer *c, const NativeInput *in, Err *err);
/* A version's latest run without sanitizers; NULL: none. */
const NativeRun *confirm_seen(const Confirmer *c, int side);

/* Runs one version; returns false as native_observe does. */
bool confirmer_observe(Confirmer *c, int side, Flavour f, const NativeInput *in,
					   NativeObservation *seen, Err *err);
/* The reason why that returned false. */
Confirmation confirmer_trouble(const Confirmer *c, Flavour f);

#endif
