/* session.h: what commands that search have in common, whether on one program or on several.
 *
 * A session is everything that a command line stands for before a search begins: subjects that are
 * loaded, the inputs that may vary, one pool of expressions for all of them. Each command parses its
 * own table of options, of which the rows below are the same for all, and says with SESSION_OPTIONS
 * what it got. Subjects, inputs and pool live until session_end.
 */
#ifndef DRIFT_SESSION_H
#define DRIFT_SESSION_H

#include "call/call.h"
#include "base/opt.h"
#include "input/entry.h"
#include "result/result.h"
#include "subject/joint.h"

#define SESSION_INPUT_OPTIONS(X)                                                                 \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "inputs")                                              \
	X(TEXT, input, 0, "stdin", "INPUT", 0, 0,                                                    \
	  "standard input: a file, or @text:N=START or @file:N=FILE for up to N symbolic bytes")     \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0,                                                   \
	  "set a variable (there are no others); VALUE may be @str:N=START or @int=N")               \
	X(LIST, file, 0, "file", "NAME=CONTENTS", 0, 0,                                              \
	  "a file in the working directory: @text:N=START, @file:N=FILE, or a copy of a file")       \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0,                                                   \
	  "restrict the inputs by a C expression: arg1 > 0 && arg2[0] != '-' && stdin.length < 9")   \
	X(TEXT, vary, 0, "vary", "KINDS", 0, 0,                                                      \
	  "make answers of the system inputs: clock, uid, gid, pid, random, hostname")               \
	X(TEXT, faults, 0, "faults", "KINDS", 0, 0,                                                  \
	  "let one call fail: malloc, read, write; which one is an input, fail.malloc")              \
	X(LIST, call, 0, "call", "EXPR", 0, 0,                                                       \
	  "call a library: 'print(parse(@str:8))' instead of main; the last value is printed")       \
	X(FLAG, keep, 0, "keep", NULL, 0, 0, "keep and name the program that --call makes")          \
	X(TEXT, seeds, 0, "seeds", "PATH", 0, 0,                                                     \
	  "begin with existing tests: a file, arguments and <FILE a line; or a directory of inputs") \
	X(NUM, grow, 0, "grow", "N", 0, 65536,                                                       \
	  "bytes that each part of a seed may grow when no shape is given (default 16)")

#define SESSION_LIMIT_OPTIONS(X)                                                              \
	X(NUM, limit_insns, 0, "limit-insns", "N", 1, INT64_MAX,                                  \
	  "end a run after N instructions (default 20M)")                                         \
	X(NUM, limit_mem, 0, "limit-mem", "BYTES", 1, INT64_MAX,                                  \
	  "end a run that uses more memory (default 1G)")                                         \
	X(LIST, native, 0, "native", "FUNC", 0, 0,                                                \
	  "allow calling FUNC of the host; it must have no side effects")                         \
	X(FLAG, fold, 0, "fold", NULL, 0, 0,                                                      \
	  "take effect-free && and || as one decision: fewer paths")                              \
	X(FLAG, no_fold, 0, "no-fold", NULL, 0, 0, "a path for each side of && and || (default)") \
	CACHE_OPTION(X)                                                                           \
	X(FLAG, no_snapshot, 0, "no-snapshot", NULL, 0, 0,                                        \
	  "begin every run at the beginning: slower, with the same results")

/* What was given of them; lists belong to the session from then on. */
typedef struct SessionOptions {
	const char *input; /* --stdin */
	StrList env, file, assume, native;
	const char *vary, *faults, *seeds;
	i64 grow;
	const char *entry; /* --entry */
	StrList call;
	bool keep;
	i64 bound, depth;
	i64 limit_insns, limit_mem;
	bool fold, no_snapshot;
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
					  .seeds = (o)->seeds,                   \
					  .grow = (o)->grow,                     \
					  .entry = (o)->entry,                   \
					  .call = (o)->call,                     \
					  .keep = (o)->keep,                     \
					  .bound = (o)->bound,                   \
					  .depth = (o)->depth,                   \
					  .limit_insns = (o)->limit_insns,       \
					  .limit_mem = (o)->limit_mem,           \
					  .fold = (o)->fold && !(o)->no_fold,    \
					  .no_cache = (o)->no_cache,             \
					  .no_snapshot = (o)->no_snapshot,       \
					  .solver_timeout = (o)->solver_timeout, \
					  .memory = (o)->memory})

typedef struct Session {
	SessionOptions o;
	StrList operands, words; /* of the command line; words follow -- */
	Subject subject[MOST_SUBJECTS];
	u32 n;            /* that are loaded */
	char *name;       /* argv[0] of all of them */
	Entry prototype;  /* of --entry, or of a harness */
	LibraryCall call; /* of --call; no text and no files: there is none */
	Library *library; /* that subjects are loaded with, as far as it was read; NULL: none */
	char *scratch;    /* directory for its programs that goes away in the end, or NULL */
	ExprPool *pool;
	Inputs inputs;
} Session;

/* Takes the options, and --entry apart. */
bool session_begin(Session *s, SessionOptions o, Err *err);
void session_end(Session *s);
/* Loads one more subject. Of the options, those that the session knows are filled in. */
bool session_load(Session *s, const char *prog, LoadOptions how, Err *err);
void session_loaded(Session *s); /* no more of them: what loading needs is given back */

/* session_call.c: with --call, the program that is to be loaded instead of prog; else prog. It is made
 * below dir/call, or in a directory that goes away where dir is NULL. */
bool session_call(Session *s, const char *dir, const char *name, const char *cflags,
				  const char **prog, Err *err);
bool session_call_words(Session *s, Err *err); /* its placeholders, as words */
/* Whether the function under --entry takes functions, or what only a call can make, in one of the
 * loaded subjects; then *entry becomes a function around it, and the subjects are to be loaded
 * again. */
bool session_wraps(const Session *s, bool fields); /* or what it is given leads to functions */
bool session_wrap(Session *s, bool fields, const char **entry, Err *err);
/* A harness for fuzzing becomes a call of it. */
bool session_fuzz(Session *s, Err *err);
bool session_called(const Session *s); /* there is a call */
void session_call_end(Session *s);

/* Inputs are said in this order: those of programs with main (without --entry), those of the world,
 * and what is assumed of all of them, which binds them to a pool. */
bool session_main_inputs(Session *s, Err *err);
bool session_seeds(Session *s, Err *err); /* --seeds, which a harness for fuzzing has as well */
bool session_world(Session *s, Err *err);
bool session_bind(Session *s, Err *err);
/* Something says how the inputs of a program with main look. */
bool session_shaped(const Session *s);
EntryBounds session_bounds(const Session *s); /* of --entry */

u32 session_z3_limit(const Session *s); /* units of work for one query */
u64 session_memory(const Session *s);   /* bytes that drift itself may take */

/* Set by SIGINT and SIGTERM from session_catch_signals on. */
extern volatile sig_atomic_t session_stop;
void session_catch_signals(void);

/* Tells who watches over this process (base/watch.h) what it needs to end the command in time: when
 * that is, the exit status if nothing is found, and a result that says so. To be called when the
 * options are known, before anything is loaded. */
void session_watch(const Result *nothing, double seconds, int status);
/* The end of so many seconds since the command began, as now_seconds has it; of 0: 0. */
double session_until(double seconds);

#endif
