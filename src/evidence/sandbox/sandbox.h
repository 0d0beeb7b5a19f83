/* sandbox.h: runs native programs so that they can do no harm.
 *
 * A run can write to one directory only (Landlock, or mount namespaces), has no sockets, and has
 * limits on time and memory. If the sandbox refused something, the run shows the behaviour of the
 * sandbox and not of the program, so it does not count.
 */
#ifndef DRIFT_SANDBOX_H
#define DRIFT_SANDBOX_H

#include "base/budget.h"

/* What drift observed of a native process. */
typedef struct NativeRun {
	int status;   /* as from waitpid */
	bool timeout; /* true if the time limit ended it */
	bool refused; /* true if the sandbox refused it something; sandbox_run returned false */
	bool deaf;    /* true if a refusal would have gone unnoticed */
	Buf out, err;
} NativeRun;

/* What standard input is; the numbers are those of OsInputKind (engine/os/os.h). */
typedef enum SandboxInput { SANDBOX_FILE, SANDBOX_PIPE, SANDBOX_TERMINAL } SandboxInput;

typedef struct SandboxRun {
	const char *program; /* absolute path */
	char *const *argv;
	char *const *env;
	const char *dir;   /* working directory, the only writable place; absolute */
	const char *input; /* file for standard input, or NULL */
	SandboxInput kind; /* what the program gets its contents from */
	double seconds;    /* limit on wall time, and on processor time */
	u64 memory;        /* bytes of address space; 0 = no limit */
	Budget *budget;    /* ends the run as well; may be NULL */
	bool unsafe;       /* true: run without a sandbox if none is available */
} SandboxRun;

/* Returns false if the program could not be started in a sandbox, or if the sandbox refused it
 * something. */
bool sandbox_run(const SandboxRun *what, NativeRun *run, Err *err);
void native_run_free(NativeRun *run);

/* input.c: makes standard input, unless it is a file. Sets *in to its descriptor, and *other to one that
 * must stay open; each may be -1. */
bool sandbox_input(const SandboxRun *what, int *in, int *other, Err *err);

/* calls.c */

typedef enum SandboxAnswer {
	SANDBOX_REFUSES,
	SANDBOX_LOOKS, /* depends on an argument */
	SANDBOX_ALLOWS,
} SandboxAnswer;

SandboxAnswer sandbox_answer(int call);
/* The highest call number in libseccomp's table. */
int sandbox_last_call(void);
/* The errno of a refused call. */
int sandbox_error(int call, const u64 *args);
/* Installs the filter for this process and its children. socket: connection to a parent that
 * answers refused calls through the listener, which is the result; -1: nobody answers them, and the
 * result is 0. Returns a negative number if the filter cannot be installed. */
int sandbox_filter(int socket);

#endif
