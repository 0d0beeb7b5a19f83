/* confirm.h: does a difference show natively?
 *
 * Both versions as native programs, made once: what drift-cc built is the program itself, sources
 * are compiled. Each run is in a fresh scratch directory, in a sandbox: no write access elsewhere
 * (Landlock, or mount namespaces), no sockets, limits on time and memory. Errors that the
 * machine found are looked for in a build with sanitizers.
 */
#ifndef DRIFT_NATIVE_CONFIRM_H
#define DRIFT_NATIVE_CONFIRM_H

#include "base/opt.h"
#include "base/lines.h"

typedef struct ConfirmConfig {
	const char *version[2]; /* as the user named them */
	const char *cflags[2];
	const char *native[2];    /* with --entry: directories of build.sh; NULL: main is run */
	const char *name;         /* argv[0] */
	const char *scratch;      /* directory for builds and runs; made when needed */
	const char *log;          /* file for what compilers say of builds that fail */
	bool world;               /* programs from sources get the shim of shim.c */
	bool unsafe;              /* run even without a sandbox */
	u32 see;                  /* SEE_* */
	const LineFilter *filter; /* lines that do not count */
} ConfirmConfig;

typedef struct Confirmer Confirmer;

typedef enum Confirmation {
	CONFIRM_YES,
	CONFIRM_NO,      /* natively there is no difference */
	CONFIRM_UNBUILT, /* there is no native program to try it with; err has one line */
	CONFIRM_TROUBLE, /* it could not be tried */
} Confirmation;

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

Confirmer *confirmer_new(const ConfirmConfig *config);
void confirmer_free(Confirmer *c);

/* shim.c */
extern const char confirm_shim[]; /* C source */

/* sandbox.c */

/* What was seen of a native process. */
typedef struct NativeRun {
	int status;   /* as from waitpid */
	bool timeout; /* ended by the time limit */
	Buf out, err;
} NativeRun;

typedef struct SandboxRun {
	const char *program; /* absolute path */
	char *const *argv;
	char *const *env;
	const char *dir;   /* working directory, the only place that may be written to; absolute */
	const char *input; /* file for standard input, or NULL */
	double seconds;    /* of real time; CPU time likewise */
	u64 memory;        /* bytes of address space; 0 = no limit */
	bool unsafe;       /* without a sandbox, if there is none */
} SandboxRun;

/* False when the program could not be started in a sandbox. */
bool sandbox_run(const SandboxRun *what, NativeRun *run, Err *err);
void native_run_free(NativeRun *run);

/* confirm.c */
Confirmation confirm(Confirmer *c, const NativeInput *in, Err *err);
/* What a version did in the latest run without sanitizers; NULL: there was none. */
const NativeRun *confirm_seen(const Confirmer *c, int side);

/* sandbox_calls.c */

typedef enum SandboxAnswer {
	SANDBOX_REFUSES,
	SANDBOX_LOOKS, /* it depends on an argument */
	SANDBOX_ALLOWS,
} SandboxAnswer;

SandboxAnswer sandbox_answer(int call);
/* The highest number in libseccomp's table. */
int sandbox_last_call(void);
/* From here on for this process and its children. modes: somebody else looks at chmod's calls. */
bool sandbox_filter(bool modes);

#endif
