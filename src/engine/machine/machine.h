/* machine.h: runs a Program on an input and observes every value.
 *
 * A Machine belongs to one Program and can run it any number of times. The cost of machine_reset
 * is proportional to what the last run changed. Every value is bits plus a Tag (expression and
 * dependence). The interpreter's fast path handles plain values. The generic path executes
 * everything else instruction by instruction; it supports all types and keeps tags.
 */
#ifndef DRIFT_MACHINE_MACHINE_H
#define DRIFT_MACHINE_MACHINE_H

#include "engine/load/program.h"
#include "engine/os/os.h"

typedef struct Machine Machine;

typedef enum Outcome {
	RAN_EXIT,        /* status: 0 to 255 */
	RAN_SIGNAL,      /* status: the signal */
	RAN_ERROR,       /* a memory or arithmetic error, see report */
	RAN_LIMIT,       /* a limit ended the run, see report */
	RAN_UNSUPPORTED, /* see report */
} Outcome;

/* Kinds of error, as reports name them. */
#define ERROR_KINDS(X)                      \
	X(OUT_OF_BOUNDS, "out-of-bounds")       \
	X(USE_AFTER_FREE, "use-after-free")     \
	X(USE_AFTER_RETURN, "use-after-return") \
	X(NULL_DEREFERENCE, "null-dereference") \
	X(WILD_POINTER, "wild-pointer")         \
	X(READ_ONLY, "read-only")               \
	X(DOUBLE_FREE, "double-free")           \
	X(INVALID_FREE, "invalid-free")         \
	X(DIVISION_BY_ZERO, "division-by-zero") \
	X(UNREACHABLE, "unreachable")           \
	X(BAD_GOTO, "bad-goto")                 \
	X(STACK_OVERFLOW, "stack-overflow")     \
	X(BAD_CALL, "bad-call")                 \
	X(BAD_SIZE, "bad-size")                 \
	X(OVERLAP, "overlap")                   \
	X(DEADLOCK, "deadlock")

typedef enum ErrorKind {
	ERROR_NONE,
#define X(name, text) ERROR_##name,
	ERROR_KINDS(X)
#undef X
} ErrorKind;

const char *error_kind_name(ErrorKind kind);

/* The run did something that the static analysis missed: no result that depends on it is
 * complete. */
#define NOTE_UNFORESEEN "unforeseen"

/* The run ended in an error after which a handler may continue natively. */
#define NOTE_HANDLER "handler"

/* The program has code outside of functions that the machine does not run. */
#define NOTE_ASSEMBLY "assembly"

/* The run used memory that it had never set. */
#define NOTE_UNINITIALISED "uninitialised"

/* Processes waited for something when the run ended. */
#define NOTE_ORPHANS "orphans"

/* Something worth reporting that did not end the run. */
typedef struct Note {
	const char *kind; /* NOTE_*, or another word */
	char *what;       /* one line */
	u32 loc;
	u64 count;
} Note;

typedef struct RunResult {
	Outcome outcome;
	int status;
	Tag status_tag; /* of an exit status that the input decides: expression of the 32 bits given to
					   exit */
	ErrorKind error;
	u32 loc;              /* where it happened, for ERROR and UNSUPPORTED */
	const char *function; /* ERROR: the function of that location; NULL: unknown */
	const char *report;   /* text for people, several lines, until the next run; "" if none */
	const char *missing; /* UNSUPPORTED: the function that was called and nobody defines, or NULL */
	bool cut;            /* true if LIMIT means the budget is exhausted: see machine_set_budget */
	u64 instructions;
	const Note *notes;
	size_t n_notes;
} RunResult;

/* The part of a symbolic run before its first constraint. It is the same for all inputs of a shape,
 * so its instructions do not count. The caller sets `most`, the machine the rest. */
typedef struct StartPart {
	u64 most;  /* instructions of this part; 0: all instructions count */
	u64 limit; /* of the rest of the run: a lower one, set for one run, counts from the beginning */
	u64 step;  /* the part is measured in steps of this many instructions; 0: not at all */
	u64 ran;   /* instructions of the longest such part so far */
} StartPart;

typedef struct MachineConfig {
	OsConfig os;
	u64 limit_insns;           /* 0 = none */
	StartPart start;           /* instructions that do not count in limit_insns */
	u64 limit_mem;             /* bytes; 0 = 4 GiB */
	double limit_time;         /* seconds; 0 = none */
	u64 stack_size;            /* bytes of native stack to imitate; 0 = 8 MiB */
	const char *const *native; /* functions that may be called natively besides the table;
								  NULL-terminated or NULL */
	bool plainly;              /* see machine_run_plainly */
} MachineConfig;

Machine *machine_new(const Program *p, const MachineConfig *config, Err *err);
void machine_free(Machine *m);
Os *machine_os(Machine *m);
/* Returns the limit of instructions, with those that do not count; 0: none. */
u64 machine_limit(const Machine *m);
/* Sets the budget. When it is exhausted, runs end with cut set. NULL: none. */
struct Budget;
void machine_set_budget(Machine *m, struct Budget *budget);

/* What is compiled to native code (tier.h). It changes no result. */
typedef enum CompileMode {
	COMPILE_NONE,   /* everything is interpreted */
	COMPILE_HOT,    /* functions that take much of the time of a run */
	COMPILE_SEARCH, /* functions that take much of the time of many short runs */
	COMPILE_ALWAYS, /* in tests: every function, when it is first called */
	COMPILE_RANDOM, /* in tests: likewise, and native code is left at random instructions */
} CompileMode;

enum { MAX_LEFT = 32 };
typedef struct TierStats {
	u64 compiled;           /* instructions in native code */
	u64 units;              /* pieces of native code made */
	u64 refused;            /* functions that could not be compiled */
	double compile_seconds; /* in all of them */
	u64 left[MAX_LEFT];     /* how often native code was left, by reason */
} TierStats;
/* Native code that machines share, and what it cost. It outlives them. */
typedef struct NativeCode NativeCode;
NativeCode *native_code_new(void);
void native_code_free(NativeCode *n);
const TierStats *native_code_stats(const NativeCode *n);

/* Allows native code. Call it before the first run. Without NativeCode everything is interpreted. */
void machine_compile(Machine *m, CompileMode mode, NativeCode *code);
/* Returns the reason of that number, or NULL if there are no more. */
const char *machine_compile_reason(u32 number);

/* Makes all runs do without shortcuts: no function of the C library is accelerated, and no
 * expression is taken from a cache. Slower, same results. Call it before the first run. */
void machine_run_plainly(Machine *m);

/* Runs main. argv and envp end with NULL. The machine must be new or reset. */
void machine_run(Machine *m, char *const *argv, char *const *envp, RunResult *result);
/* Prepares another run. The input replaces stdin if that is captured. */
void machine_reset(Machine *m, const void *input, const Tag *tags, size_t len);

#endif
