/* session.h: shared by commands that search, on one program or several.
 *
 * A session is everything that a command line describes before a search begins: loaded subjects,
 * the inputs that may vary, one pool of expressions for all of them. Each command parses its own
 * table of options and passes the common rows below with SESSION_OPTIONS. Subjects, inputs and pool
 * live until session_end. */
#ifndef DRIFT_SESSION_H
#define DRIFT_SESSION_H

#include "cli/call/call.h"
#include "base/opt.h"
#include "engine/input/entry.h"
#include "output/result/result.h"
#include "versions/product/product.h"

#define SESSION_VALUE_OPTIONS(X)                                                                  \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "inputs")                                               \
	X(TEXT, input, 0, "stdin", "INPUT", 0, 0,                                                     \
	  "standard input: the name of a file, or text that varies. @text:N=START is up to N bytes; " \
	  "the search begins with START (default: empty)")                                            \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0,                                                    \
	  "set an environment variable. VALUE may be @str:N=START or @int=START. The program does "   \
	  "not see the variables of your shell")                                                      \
	X(LIST, file, 0, "file", "NAME=CONTENTS", 0, 0,                                               \
	  "create the file NAME for the program: a copy of the file CONTENTS, or text that varies "   \
	  "(@text:N=START)")                                                                          \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0,                                                    \
	  "use only inputs that satisfy this C expression, such as 'arg1 > 0 && stdin.length < 9'")   \
	X(TEXT, vary, 0, "vary", "KINDS", 0, 0,                                                       \
	  "also vary these answers of the system: a list of clock, uid, gid, pid, random, "           \
	  "hostname and stdin_kind (file, pipe or terminal)")                                         \
	CLOCK_OPTION(X)                                                                               \
	X(TEXT, faults, 0, "faults", "KINDS", 0, 0,                                                   \
	  "also let calls fail: a list of malloc, read and write. In one run, at most one call of "   \
	  "each function fails")

#define SESSION_CALL_OPTIONS(X)                                                               \
	X(LIST, call, 0, "call", "EXPR", 0, 0,                                                    \
	  "evaluate a C expression instead of running main, such as 'print(parse(@str:8))'. Its " \
	  "value is printed")                                                                     \
	X(FLAG, keep, 0, "keep", NULL, 0, 0,                                                      \
	  "with --call: keep the generated program, and print its path")

#define SESSION_SEED_OPTIONS(X)                                                                  \
	X(TEXT, seeds, 0, "seeds", "PATH", 0, 0,                                                     \
	  "begin the search with the inputs in PATH: a file with a command line in each line, or a " \
	  "directory of input files (docs/explore.md)")                                              \
	X(NUM, grow, 0, "grow", "N", 0, 65536,                                                       \
	  "with --seeds FILE and no placeholders: arguments and standard input may become N bytes "  \
	  "longer than in the seeds (default 16)")

#define SESSION_INPUT_OPTIONS(X) \
	SESSION_VALUE_OPTIONS(X)     \
	SESSION_CALL_OPTIONS(X)      \
	SESSION_SEED_OPTIONS(X)

#define SESSION_LIMIT_OPTIONS(X)                                                                   \
	X(NUM, limit_insns, 0, "limit-insns", "N", 1, INT64_MAX,                                       \
	  "end each run after its first N instructions (default: about 20M after the first branch "    \
	  "that "                                                                                      \
	  "depends on the input)")                                                                     \
	X(NUM, limit_mem, 0, "limit-mem", "BYTES", 4096, INT64_MAX,                                    \
	  "end each run that uses more than BYTES of memory (default 1G)")                             \
	X(LIST, native, 0, "native", "FUNC", 0, 0,                                                     \
	  "call FUNC in the host's libraries if neither the program nor drift defines it. FUNC must "  \
	  "have no side effects (may be repeated)")                                                    \
	X(FLAG, fold, 0, "fold", NULL, 0, 0,                                                           \
	  "treat a && b and a || b as one branch, not two, if b has no side effects. The search then " \
	  "has fewer paths")                                                                           \
	X(FLAG, no_fold, 0, "no-fold", NULL, 0, 0,                                                     \
	  "treat a && b and a || b as two branches (default)")                                         \
	CACHE_OPTION(X)                                                                                \
	X(FLAG, no_snapshot, 0, "no-snapshot", NULL, 0, 0,                                             \
	  "start every run at its beginning, not from a snapshot of an earlier run. This is slower; "  \
	  "the results are the same")                                                                  \
	X(FLAG, no_compile, 0, "no-compile", NULL, 0, 0,                                               \
	  "interpret all functions; do not translate any to native code. This is slower; the results " \
	  "are the same")

/* Their values; the session owns the lists from then on. */
typedef struct SessionOptions {
	const char *input; /* --stdin */
	StrList env, file, assume, native;
	const char *vary, *faults, *seeds, *clock;
	i64 grow;          /* -1: not given */
	const char *entry; /* --entry */
	StrList call;
	bool keep;
	i64 bound, depth;
	i64 limit_insns, limit_mem;
	bool fold, no_fold; /* at most one of them */
	bool no_snapshot, no_compile;
	bool no_cache;
	double solver_timeout;
	i64 memory;
} SessionOptions;

#define SESSION_OPTIONS(o)                                   \
	((SessionOptions){.input = (o)->input,                   \
					  .env = (o)->env,                       \
					  .file = (o)->file,                     \
					  .assume = (o)->assume,                 \
					  .native = (o)->native,                 \
					  .vary = (o)->vary,                     \
					  .faults = (o)->faults,                 \
					  .clock = (o)->clock,                   \
					  .seeds = (o)->seeds,                   \
					  .grow = (o)->grow,                     \
					  .entry = (o)->entry,                   \
					  .call = (o)->call,                     \
					  .keep = (o)->keep,                     \
					  .bound = (o)->bound,                   \
					  .depth = (o)->depth,                   \
					  .limit_insns = (o)->limit_insns,       \
					  .limit_mem = (o)->limit_mem,           \
					  .fold = (o)->fold,                     \
					  .no_fold = (o)->no_fold,               \
					  .no_cache = (o)->no_cache,             \
					  .no_snapshot = (o)->no_snapshot,       \
					  .no_compile = (o)->no_compile,         \
					  .solver_timeout = (o)->solver_timeout, \
					  .memory = (o)->memory})

typedef struct Session {
	SessionOptions o;
	StrList operands, words; /* of the command line; words follow -- */
	Subject subject[MOST_SUBJECTS];
	u32 n;                   /* loaded subjects */
	NativeCode *native_code; /* of all their machines */
	char *name;              /* argv[0] of all of them */
	Entry prototype;         /* of --entry, or of a harness */
	LibraryCall call;        /* of --call; without text and files: no --call */
	Library *library;        /* library code read so far, for loading subjects; NULL: none */
	char *scratch;           /* directory for its programs that is removed at the end, or NULL */
	FILE *status;            /* a terminal that shows what is loaded, or NULL */
	FILE *messages;          /* where --keep names the programs of --call */
	ExprPool *pool;
	Inputs inputs;
} Session;

/* Takes the options and parses --entry. The caller fills in status and messages before. */
bool session_begin(Session *s, SessionOptions o, Err *err);
void session_end(Session *s);
/* Loads one more subject. Fills in the options that the session knows. */
bool session_load(Session *s, const char *prog, LoadOptions how, Err *err);
void session_loaded(Session *s); /* call after the last: frees what loading needs */

/* call.c: with --call, returns the program to load instead of prog; else prog. It is created below
 * dir/call, or in a temporary directory if dir is NULL. */
bool session_call(Session *s, const char *dir, const char *name, const char *cflags,
				  const char **prog, Err *err);
bool session_call_words(Session *s, Err *err); /* its placeholders, as words */
/* True if the function under --entry takes functions, or arguments that only a call can make, in
 * one of the loaded subjects; then *entry becomes a wrapper, and the subjects must be loaded
 * again. */
bool session_wraps(const Session *s, bool fields); /* fields: or has functions behind arguments */
bool session_wrap(Session *s, bool fields, const char **entry, Err *err);
/* missing.c: finds functions that the loaded subjects may call and nobody defines: they get stubs
 * in the programs of --call, or around the function under --entry. Returns true if there are some;
 * the subjects must be loaded again, after session_wrap if there is --entry. */
bool session_missing(Session *s);
/* Turns a fuzzing harness into a call of it. */
bool session_fuzz(Session *s, Err *err);
bool session_called(const Session *s); /* true if there is a call */
void session_call_end(Session *s);

/* Adds inputs in this order: those of programs with main (without --entry), those of the world, and
 * the assumptions on all of them, which bind them to a pool. */
bool session_main_inputs(Session *s, Err *err);
bool session_seeds(Session *s, Err *err);       /* --seeds, also for a fuzzing harness */
bool session_entry_seeds(Session *s, Err *err); /* --seeds of the function under --entry */
bool session_world(Session *s, Err *err);
bool session_bind(Session *s, Err *err);
/* True if an option describes the inputs of a program with main. */
bool session_shaped(const Session *s);
/* Returns false if --grow is given and no seed has use for it. */
bool session_grow_fits(const Session *s, Err *err);
EntryBounds session_bounds(const Session *s); /* of --entry */

u32 session_z3_limit(const Session *s); /* units of work for one query */
u64 session_memory(const Session *s);   /* bytes that drift itself may take */

/* Set by SIGINT and SIGTERM from session_catch_signals on. */
extern volatile sig_atomic_t session_stop;
void session_catch_signals(void);

/* Tells the supervisor (base/watch.h) what it needs to end the command in time: the deadline, the
 * exit status if nothing is found, and a result that says so. Call it when the options are known,
 * before anything is loaded. False with an error if the directory of results belongs to another command. */
bool session_watch(const Result *nothing, double seconds, int status, Err *err);
/* Leaves the texts of a report to the supervisor, for each reason to kill the engine. True if there
 * is a supervisor that reads them. */
bool session_leave(const char *const text[], Verdict verdict);
/* Call before and after the report is printed: the supervisor prints none from then on. Does not
 * return if the supervisor prints it: the process is killed. */
void session_tell(int status);
void session_reported(void);
/* Returns the time `seconds` after the command began, on the clock of now_seconds; 0 for 0. */
double session_until(double seconds);

#endif
