/* sandbox.h: native programs that can do no harm.
 *
 * A run has one directory to write to (Landlock, or mount namespaces), no sockets, and limits on
 * time and memory. A run to which something was refused shows what the sandbox does, not what the
 * program does: it counts as no run.
 */
#ifndef DRIFT_SANDBOX_H
#define DRIFT_SANDBOX_H

#include "base/budget.h"

/* What was seen of a native process. */
typedef struct NativeRun {
	int status;   /* as from waitpid */
	bool timeout; /* ended by the time limit */
	bool refused; /* the sandbox refused it something; sandbox_run was false */
	bool deaf;    /* nobody would have known */
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

/* False when the program could not be started in a sandbox, or was refused something there. */
bool sandbox_run(const SandboxRun *what, NativeRun *run, Err *err);
void native_run_free(NativeRun *run);

/* calls.c */

typedef enum SandboxAnswer {
	SANDBOX_REFUSES,
	SANDBOX_LOOKS, /* it depends on an argument */
	SANDBOX_ALLOWS,
} SandboxAnswer;

SandboxAnswer sandbox_answer(int call);
/* The highest number in libseccomp's table. */
int sandbox_last_call(void);
/* The errno that a refused call gets. */
int sandbox_error(int call, const u64 *args);
/* From here on for this process and its children. socket: of a parent that is told of refused calls
 * and answers them, by the listener that is the result; -1: nobody is told, and the result is 0.
 * Negative: there is no such filter. */
int sandbox_filter(int socket);

#endif
