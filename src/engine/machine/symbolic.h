/* symbolic.h: runs on symbolic input, and their results.
 *
 * A machine with an expression pool attaches an expression to every value that depends on the
 * input. Input bytes come with tags: the low half of a Tag is the Expr of the byte (see
 * tag_of_expr). Whenever the run tests such a value, it adds a Constraint. The constraints, in
 * order, are the run's path condition. Each constraint is true on the input of the run and can
 * be negated.
 *
 * The buffer of an argument or environment string is as long as the input's bound plus one zero.
 * Its bytes are variables, and the string ends at the first zero. Files and standard input have
 * a length of their own (SymFile).
 */
#ifndef DRIFT_MACHINE_SYMBOLIC_H
#define DRIFT_MACHINE_SYMBOLIC_H

#include "engine/expr/expr.h"
#include "engine/machine/dep.h"
#include "engine/machine/machine.h"
#include "engine/machine/world.h"

typedef enum ConstraintKind {
	CON_BRANCH, /* a condition of the program */
	CON_SWITCH, /* multiway: value got one of the cases, or none of them */
	CON_VALUE,  /* multiway: value had to be concrete and was taken as it is (address, size, target,
				   length) */
	CON_BOUNDS, /* an access stays inside its object; the other side is an error */
	CON_DIVISION, /* a divisor is not zero, a quotient fits; the other side is an error */
} ConstraintKind;

#define NO_ASKER 0xffffffffu
typedef struct Constraint {
	Expr cond;    /* width 1; true on this run */
	Expr value;   /* SWITCH, VALUE: the tested value; 0 otherwise */
	u8 kind;      /* ConstraintKind */
	bool under;   /* following all negations would still miss behaviours: counts as
					 under-approximation */
	u32 function; /* site: function number and instruction in it */
	u32 ins;
	u32 loc; /* innermost location in the user's own code */
	/* In the C library: the decision of the user's code that follows the call, as a site;
	 * function is NO_ASKER if there is none. Calls of strcmp with different keywords are
	 * different questions. */
	u32 asker, asker_ins;
	u32 way; /* 1 + the edge of the flow graph that was taken (FlowEdge.k); 0: no branch of it */
	Expr closed; /* not of the machine: other sides that need not be tried; 0: none */
	u32 number;  /* likewise: of the decision that closes them, in its own run */
	Dep dep;     /* with tracking: itself and what it depends on */
} Constraint;

/* Input strings with tags. tags[i] is NULL or has strlen-of-buffer + 1 entries: lens[i] is the size
 * of the buffer without its final zero (bytes may contain zeros). */
typedef struct SymStrings {
	u32 n;
	const u8 *const *bytes;
	const Tag *const *tags;
	const u32 *lens;
} SymStrings;

typedef struct SymInput {
	SymStrings argv, envp;
	const u8 *stdin_bytes; /* used when the machine's stdin is OS_STREAM_CAPTURE */
	const Tag *stdin_tags;
	u32 stdin_len;     /* concrete length of this run */
	Expr stdin_length; /* its expression (32 bits), 0 = fixed */
} SymInput;

/* Makes the machine track expressions in pool from now on (NULL: stop). */
void machine_set_pool(Machine *m, ExprPool *pool);
static inline Tag tag_of_expr(Expr e)
{
	return e;
}

/* Adds a file to the overlay whose length is an input: bytes and tags as for os_put_file. Call
 * it after machine_reset and before machine_run_symbolic. */
bool machine_put_file(Machine *m, const char *path, const void *bytes, const Tag *tags, u32 len,
					  Expr length, Err *err);

/* Like machine_reset + machine_run. */
void machine_run_symbolic(Machine *m, const SymInput *in, RunResult *result);

/* Calls one function of the program instead of main: scalars by value (a 32-bit int is one arg),
 * pointers to objects made with machine_make_object. */
typedef struct EntryArg {
	u64 lo, hi;
	Tag tag;
} EntryArg;
/* The result of the function. */
typedef struct EntryValue {
	bool returned; /* false if the run ended inside the function */
	u64 lo;        /* 0 if it has no result; of a struct or union: its address */
	Tag tag;
} EntryValue;
/* Where the results of the function are to be stored: those of a struct by value. */
typedef struct EntryRoom {
	u64 at;        /* memory made by machine_make_room; 0: there is one result, or none */
	u32 offset[4]; /* of each result; unused if the function stores them itself */
} EntryRoom;
/* Makes an object of len bytes; room >= len determines where the next one is. `align` is what its
 * type requires: all that a caller must guarantee. */
u64 machine_make_object(Machine *m, const void *bytes, const Tag *tags, u32 len, u32 room,
						u8 align);
/* Likewise for a struct that is passed by value: it must not be freed. */
u64 machine_make_copy(Machine *m, const void *bytes, const Tag *tags, u32 len);
/* Makes an object of len bytes that were never set and that must not be freed. */
u64 machine_make_room(Machine *m, u32 len);
/* Replaces the initial contents of a global, up to len bytes. */
void machine_set_global(Machine *m, u64 address, const void *bytes, const Tag *tags, u32 len);
/* Status is 0 if it returned. The process then ends as usual, so that buffered text becomes
 * output. */
void machine_run_entry(Machine *m, u32 function, const EntryArg *args, u32 n, const EntryRoom *room,
					   RunResult *result, EntryValue *value);

/* ---- dependences ---- */

struct Static;

/* Parts that can be left out to show that the tests detect it. */
enum { WITHOUT_EXIT_COPIES = 1, WITHOUT_ADDRESSES = 2 };

typedef struct TrackOptions {
	bool no_potential; /* true if potential dependence is ignored */
	bool statements;   /* true if values also depend on instructions: slow */
	bool inside;    /* values inside a region carry what it depends on, too, and every branch with
					data that depends on something is listed: slower */
	bool arguments; /* true if calls out of the program's own code are recorded: machine_call_dep */
	u32 without;    /* WITHOUT_* */
} TrackOptions;

/* Starts tracking dependences. Call it once, after machine_set_pool and before the first run.
 * The Static must outlive the machine's runs. */
bool machine_set_tracking(Machine *m, struct Static *s, const TrackOptions *o, Err *err);

/* A branch that depended on something, in order of execution. */
typedef struct BranchRun {
	u32 function, ins;
	Dep dep;  /* including itself; a leaf if the branch is a constraint */
	Dep data; /* dependence of the tested value, not of being executed */
	u32 way;  /* the edge taken, as in FlowEdge.k; NO_WAY: not known */
	u64 gap;  /* difference of the integers compared; 0: no comparison */
} BranchRun;
#define NO_WAY 0xffffffffu

enum { /* outputs of a run, as bits */
	   OUTPUT_STDOUT = 1 << 1,
	   OUTPUT_STDERR = 1 << 2,
	   OUTPUT_FILES = 1 << 3,
	   OUTPUT_STATUS = 1 << 4,
	   OUTPUT_ALL = OUTPUT_STDOUT | OUTPUT_STDERR | OUTPUT_FILES | OUTPUT_STATUS,
};

/* Of the last run. */
const DepGraph *machine_deps(const Machine *m);
/* The cost of tracking the last run. */
typedef struct DepCost {
	u64 nodes;    /* of the graph */
	u64 leaves;   /* of them, constraints; one is empty, the others are joins */
	u64 entries;  /* largest number of log entries of potential writes */
	u64 branches; /* branches that depended on something */
	u64 bytes;    /* of all these */
} DepCost;
DepCost machine_dep_cost(const Machine *m);
const BranchRun *machine_branches(const Machine *m, size_t *n);
/* A call through a pointer that depended on something. */
typedef struct ChoiceRun {
	u32 function, ins;
	Dep dep; /* including the context of the call */
} ChoiceRun;
const ChoiceRun *machine_choices(const Machine *m, size_t *n);
/* Returns what a value of the last run depends on. */
Dep machine_dep(const Machine *m, Tag tag);
/* Returns the union of both; valid until the next run, like all of them. */
Dep machine_join(Machine *m, Dep a, Dep b);
/* Sets the targets that may still be executed; the pointer must stay valid. NULL: none. */
struct Later;
void machine_set_targets(Machine *m, const struct Later *later);
/* Returns what decides, besides branches, whether the run reaches code from which a target may
 * be executed. */
Dep machine_reached(Machine *m);
/* Returns what the outputs depend on, including potential dependence. */
Dep machine_output_dep(Machine *m, u32 outputs);
/* Returns what the state after the call of an entry function depends on: all memory that outlives the
 * call, blocks of the heap, and what the kernel keeps. Call it before anybody looks at that memory:
 * bytes that a decision concerns are settled by it. */
Dep machine_left_dep(Machine *m);
/* Returns what one byte of standard output (1) or error (2) depends on; behind the last byte:
 * what the whole stream depends on. */
Dep machine_byte_dep(Machine *m, int stream, u64 at);
/* A call by the program's own code of other code, in the last run. */
typedef struct CallInstance {
	u32 function, ins;
	u32 nth; /* 0: the first time that it was executed */
} CallInstance;
/* What some arguments of the call depend on (bit i: argument i), and that it was made. Returns
 * false if there was no such call. Needs TrackOptions.arguments. */
bool machine_call_dep(Machine *m, const CallInstance *site, u64 arguments, Dep *dep);

/* Of the last run, until the next reset. */
const Constraint *machine_constraints(const Machine *m, size_t *n);

/* An operation of the subject whose signed overflow C leaves undefined. */
typedef struct Overflow {
	Expr cond;       /* inputs with the same earlier decisions overflow if this is true */
	u32 loc;         /* in the user's own code */
	u32 constraints; /* of the run before it */
} Overflow;
/* Makes runs keep overflows, once for each location and condition. */
void machine_keep_overflows(Machine *m);
/* Returns those of the last run, in order. *left is true if there are more, or some without an
 * expression. */
const Overflow *machine_overflows(const Machine *m, size_t *n, bool *left);

/* Blocks executed in any run so far: covered[function][block]; NULL for functions never run.
 * After the blocks, for the user's own functions, come edges out of decisions (ways.h). Counted
 * only while a pool is set. `fresh` is the number of blocks that the last run executed first. */
const u8 *machine_covered(const Machine *m, u32 function);
u32 machine_fresh_blocks(const Machine *m);
/* Returns true if any run executed this block or edge, even if it is watched. */
bool machine_ran(const Machine *m, u32 function, u32 flag);

/* Makes every run count how often it executes each block and edge of the subject's own functions. Call it after
 * machine_set_pool and before the first run; its runs must not resume from
 * snapshots. Returns false if there is nothing
 * to count. */
bool machine_count_hits(Machine *m);
/* Returns the counts of the last run, n of them, numbered like covered; at most 255 each. NULL: no run executed the
 * function. */
const u8 *machine_hits(const Machine *m, u32 function, u32 *n);

/* Watches a block: every run reports when it first executes it. Blocks are numbered in order of
 * these calls. A watched block counts as covered only while the latest run executed it. */
void machine_watch(Machine *m, u32 function, u32 block);
typedef struct WatchEvent {
	u32 watch;       /* number of the block */
	u32 constraints; /* constraints of the run before the block */
} WatchEvent;
/* Of the last run, in order, each block once. */
const WatchEvent *machine_watch_events(const Machine *m, size_t *n);
/* Drops the constraints, events, notes and overflows of the last run. */
void machine_forget(Machine *m);
/* Likewise of an instruction: reports the first execution of the instruction itself, which a run that ends or jumps
 * away within its block may not reach. Numbered together with blocks. The pool must be set, and no trace. */
void machine_mark(Machine *m, u32 function, u32 ins);
/* Counts executions of blocks; and returns the count of the last run for all of them,
 * and the number of marked instructions that it executed. */
void machine_count(Machine *m, u32 function, u32 block);
u64 machine_counted(const Machine *m);
/* Calls the function whenever the block begins; it may inspect the machine and run others. */
void machine_on_block(Machine *m, u32 function, u32 block, void (*fn)(void *ctx), void *ctx);
/* A scalar of an observed variable (LoadOptions.observe) at each observation, in order. */
typedef struct ObservedValue {
	u32 number;        /* of the observation */
	u32 part;          /* scalar of the variable; 0 begins it */
	u32 function, ins; /* where */
	Type type;
	u64 lo, hi; /* bits */
	Tag tag;    /* of the value */
	Dep dep;    /* with tracking: what it depends on, including that it was observed */
} ObservedValue;
/* Of the last run. */
const ObservedValue *machine_observed(const Machine *m, size_t *n);

/* ---- sym/run_checked.c, in the checked build ---- */

/* Checks the last run, on a: constraints are true, and every expression evaluates to the actual
 * bits. */
void machine_check_run(const Machine *m, const Assignment *a);
/* Everything that must be equal if an input is run again. */
typedef struct RunDigest {
	Outcome outcome;
	int status;
	size_t n;         /* constraints */
	Hash constraints; /* of them; an assertion may miss a difference, and never invents one */
	Hash outputs;     /* of bytes with their expressions */
	Hash notes;       /* of their texts */
	Hash events;      /* of watched blocks */
	Hash heap;        /* of how it was used */
} RunDigest;
RunDigest machine_digest(const Machine *m);
/* Counters over all runs, to be restored after a run that does not count. */
typedef struct RunCounts {
	VEC(u64) asks;        /* by question to the world */
	u64 faults[N_FAULTS]; /* calls that failed */
} RunCounts;
RunCounts machine_counts(const Machine *m);
void machine_put_counts(Machine *m, RunCounts *counts); /* frees them */
/* Checks that two runs of the same input are equal. */
void machine_check_digests(const RunDigest *a, const RunDigest *b);

/* ---- traces ---- */

typedef enum TraceKind {
	TRACE_BLOCK, /* a block begins: ins is its number; block 0 begins a function */
	TRACE_VALUE, /* an instruction was executed; a phi, when its block begins */
	TRACE_CALL,  /* a call is made: lo is the function's number; its result is a value later */
} TraceKind;

/* One step of a function of the subject. */
typedef struct TraceStep {
	u8 kind;   /* TraceKind */
	Type type; /* of the value; VOID: none */
	u32 function, ins;
	u32 depth;         /* of its frame in the call stack */
	u64 lo, hi;        /* the result, or what is stored */
	Tag tag;           /* of it */
	u64 address, size; /* of the bytes loaded or written */
	u64 from;          /* MEMCPY, MEMMOVE: where they come from */
	u32 constraints;   /* of the run so far */
} TraceStep;

/* Records runs from now on, at most limit steps of each. Call it once, before machine_set_pool
 * and the first run. Such a machine is slow. */
void machine_set_trace(Machine *m, u64 limit);
/* Returns the steps of the last run, until the next reset. *cut is true if there were more. */
const TraceStep *machine_trace(const Machine *m, size_t *n, bool *cut);
/* Sets the instruction limit of the next run; 0 = no limit. */
void machine_set_limit(Machine *m, u64 instructions);

#endif
