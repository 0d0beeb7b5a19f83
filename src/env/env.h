/* env.h: finds the change of the environment that makes a program fail.
 *
 * A program that works there and fails here can differ only in what the system told it. So drift
 * records its calls where it works, and replays some of them where it fails: it injects their
 * recorded results and memory and executes all other calls. First it replays the calls about one
 * thing that differs between the two runs. If no such thing is the cause, it replays the first k
 * calls. A binary search over reruns finds the k at which failure turns into success, and with it
 * the call ("semi-replay").
 *
 * The folders, bottom up:
 *   - trace: the trace file, the table of calls, the object behind a descriptor or path;
 *   - record: memory and registers of a task, the event loop, the recorder;
 *   - cell: the isolated world of a rerun, and the calls that a rerun must not make;
 *   - replay: one rerun, and whether it failed;
 *   - compare: two runs side by side;
 *   - locate: the choice of the cell, the search (hypotheses, causes, then bisection), the report;
 *   - run: a command that gets files and variables of a recording.
 * show and diff need traces only. So does look, which is used if nothing can be rerun.
 *
 * All of this works on native x86-64 Linux programs and uses nothing of the machine.
 */
#ifndef DRIFT_ENV_H
#define DRIFT_ENV_H

#include "base/base.h"
#include "base/opt.h"
#include "base/verdict.h"

typedef struct EnvRecord {
	const char *output;         /* trace file */
	i32 pid;                    /* process to attach to; 0: start a command */
	double stop_after;          /* seconds after which the program is ended; 0: never */
	u64 max_map;                /* bytes; larger file mappings are recorded without contents */
	u64 max_contents;           /* bytes of each file read that are stored */
	const StrList *no_contents; /* globs: files whose contents are not stored */
	const StrList *redact;      /* expressions: bytes that are replaced */
} EnvRecord;

typedef struct EnvRecorded {
	int status;         /* as from waitpid */
	bool stopped;       /* stop_after or a signal to the recorder ended it */
	u32 calls;          /* recorded, pseudo-calls included */
	u32 tasks;          /* processes and threads */
	u64 bytes;          /* size of the trace */
	u64 blob_bytes;     /* of which large data, stored once */
	double seconds;     /* wall time */
	double cpu;         /* processor seconds used by the recorder itself */
	u64 skipped_maps;   /* mapped or executed files larger than max_map */
	u64 shared_maps;    /* writable shared mappings of files */
	bool uses_io_uring; /* it does input and output that no call shows */
	u32 held;           /* pieces of memory whose bytes were held back */
} EnvRecorded;

/* Runs argv and records it, or attaches to a process. Returns false only if the program could not be started or the trace
 * could not be written. */
bool env_record(char *const argv[], const EnvRecord *options, EnvRecorded *result, Err *err);

/* Prints a trace, one call per line, or as JSON. only: a list of "start", "files", "network" and
 * "process"; NULL: all calls. */
bool env_show(const char *path, const char *only, bool json, FILE *to, Err *err);

/* Compares two traces and prints the differences between their environments, most likely cause
 * first. *verdict is VERDICT_SAME, VERDICT_DIFFERENT, or VERDICT_HELD_BACK if nothing
 * differs in what the traces do not hold back. */
bool env_diff(const char *good, const char *bad, bool json, FILE *to, Verdict *verdict, Err *err);

typedef struct EnvLocate {
	const char *trace;
	char *const *argv; /* NULL: the recorded command */
	const char *
		fail_on; /* "stdout~REGEX", "stderr~REGEX", "status=N" or "output"; NULL: not the recorded status */
	double ok_after;    /* seconds; a program that still runs then has succeeded; 0: not used */
	const char *oracle; /* shell command; if it succeeds, the run succeeded */
	const char *before; /* shell command to run before each rerun, in the same world */
	const char *input;  /* file for standard input */
	double timeout;     /* seconds for one rerun; 0: derived from the recorded time */
	double time;        /* seconds for the whole search; 0: no limit */
	i64 max_causes;     /* maximum number of guilty calls to find */
	const StrList *no_contents; /* as for EnvRecord */
	const StrList *redact;      /* the same */
	const StrList *map;         /* OLD=NEW: paths of the recording that are others here */
	bool no_map;                /* no others than those */
	bool in_place;              /* rerun in the real world if no cell is available */
	unsigned allowed; /* bits of HeldKind (refuse.h): effects on others that reruns may have */
	bool json;
	bool verbose; /* one line per rerun */
} EnvLocate;

/* Asks again what the recorded run asked for, as far as that changes nothing, and prints what is
 * answered differently here, most likely to matter first. Uses trace, map, no_map and json. The
 * verdict is one of env_diff. */
bool env_check(const EnvLocate *options, FILE *to, Verdict *verdict, Err *err);

typedef struct EnvRun {
	const char *trace;
	char *const *argv;
	const StrList *only; /* globs of paths and names of variables; empty: everything but code */
	const StrList *map;  /* as for EnvLocate */
	bool no_map;
	unsigned allowed; /* the same */
	bool quiet;
} EnvRun;

/* Runs argv in a sandbox with files and variables of the trace; *status as from waitpid. */
bool env_run(const EnvRun *options, int *status, Err *err);

/* The verdict is one of those from VERDICT_LOCATED to VERDICT_STOPPED. */
bool env_locate(const EnvLocate *options, FILE *to, Verdict *verdict, Err *err);

#endif
