/* env.h: which change of the environment made a program fail.
 *
 * A program that works there and fails here differs only in what the system told it. So its calls
 * are recorded where it works, and some of them replayed where it fails (results and memory
 * injected), the rest for real: first those about one thing that differs between the two runs; if
 * no such thing is the cause, the first k. The k at which failure turns into success names the
 * call, found by binary search over reruns ("semi-replay").
 *
 * The rooms, from below: trace (the file, what is known about each call, which object a descriptor
 * or path is), record (a task's memory and registers, the event loop, the recorder), cell (the world
 * that a rerun happens in, what it must not do to others), replay (one rerun, and whether it
 * failed), compare (two runs side by side), locate (which cell; the search: hypotheses and causes,
 * then bisection; what is told). show and diff work on traces alone, as does look, where nothing can
 * be rerun.
 *
 * Everything here works on native x86-64 Linux programs and uses nothing of the machine.
 */
#ifndef DRIFT_ENV_H
#define DRIFT_ENV_H

#include "base/base.h"

typedef struct EnvRecord {
	const char *output; /* trace file */
	double stop_after;  /* seconds after which the program is ended; 0: never */
	u64 max_map;        /* bytes; larger file mappings are recorded without contents */
} EnvRecord;

typedef struct EnvRecorded {
	int status;         /* as from waitpid */
	bool stopped;       /* it was ended by stop_after or a signal to the recorder */
	u32 calls;          /* recorded, pseudo-calls included */
	u32 tasks;          /* processes and threads */
	u64 bytes;          /* size of the trace */
	u64 blob_bytes;     /* of which large data, stored once */
	double seconds;     /* wall time */
	double cpu;         /* seconds that the recorder itself computed */
	u64 skipped_maps;   /* mapped or executed files larger than max_map */
	u64 shared_maps;    /* writable shared mappings of files */
	bool uses_io_uring; /* input and output that no call shows */
} EnvRecorded;

/* Runs argv and records it. False only if it could not be started or the trace not be written. */
bool env_record(char *const argv[], const EnvRecord *options, EnvRecorded *result, Err *err);

/* Prints a trace, one call per line, or as JSON. */
bool env_show(const char *path, bool json, FILE *to, Err *err);

/* Compares two traces and prints the differences of their environments, most likely first; *n_found
 * says how many there are. */
bool env_diff(const char *good, const char *bad, bool json, FILE *to, size_t *n_found, Err *err);

typedef struct EnvLocate {
	const char *trace;
	char *const *argv; /* NULL: the recorded command */
	const char
		*fail_on; /* "stdout~REGEX", "stderr~REGEX" or "status=N"; NULL: not the recorded status */
	double ok_after;    /* seconds; still running then is success; 0: not used */
	const char *oracle; /* shell command; success of it is success */
	const char *before; /* shell command before each rerun, where that happens */
	const char *input;  /* file for standard input */
	double timeout;     /* seconds for one rerun; 0: by the recorded time */
	double time;        /* seconds for all of it; 0: no limit */
	i64 max_causes;     /* how many guilty calls to look for */
	bool in_place;      /* rerun it in the real world if there is no other */
	unsigned allowed;   /* bits of HeldKind (refuse.h): what reruns may do to others */
	bool json;
	bool verbose; /* one line per rerun */
} EnvLocate;

typedef enum EnvVerdict {
	ENV_LOCATED,      /* a cause was found and confirmed */
	ENV_NOT_FAILING,  /* it does not fail here */
	ENV_UNSTABLE,     /* it fails sometimes */
	ENV_NOT_REPLAYED, /* replaying everything does not help */
	ENV_NOT_RERUN,    /* there is no world to rerun it in */
	ENV_HELD_BACK,    /* it fails there for what is held back there */
	ENV_STOPPED,      /* the time was up, or somebody interrupted it */
} EnvVerdict;

bool env_locate(const EnvLocate *options, FILE *to, EnvVerdict *verdict, Err *err);

#endif
