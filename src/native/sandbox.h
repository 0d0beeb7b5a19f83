/* sandbox.h: native programs that can do no harm.
 *
 * A run has one directory to write to (Landlock, or mount namespaces), no sockets, and limits on
 * time and memory.
 */
#ifndef DRIFT_NATIVE_SANDBOX_H
#define DRIFT_NATIVE_SANDBOX_H

#include "base/budget.h"

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
	Budget *budget;    /* ends the run as well; NULL: none */
	bool unsafe;       /* without a sandbox, if there is none */
} SandboxRun;

/* False when the program could not be started in a sandbox. */
bool sandbox_run(const SandboxRun *what, NativeRun *run, Err *err);
void native_run_free(NativeRun *run);

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
