/* symbolic.h: runs on symbolic input, and what they leave behind.
 *
 * A machine that has an expression pool gives every value an expression where the input decides it.
 * Input bytes come in with tags: the low half of a Tag is the Expr of the byte (see tag_of_expr).
 * Whatever the run decides by looking at such a value becomes a Constraint, in order: the run's
 * path condition. Each constraint holds for the input of the run and can be negated.
 *
 * Strings of arguments and environment: a buffer as long as the input's bound plus one zero; the
 * bytes are variables, the string ends at the first that is zero. Files and standard input have a
 * length of their own (SymFile).
 */
#ifndef DRIFT_MACHINE_SYMBOLIC_H
#define DRIFT_MACHINE_SYMBOLIC_H

#include "expr/expr.h"
#include "machine/dep.h"
#include "machine/machine.h"
#include "machine/world.h"

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
	Expr value;   /* SWITCH, VALUE: what was looked at; 0 otherwise */
	u8 kind;      /* ConstraintKind */
	bool under;   /* following all negations would still miss behaviours: counts as
					 under-approximation */
	u32 function; /* site: function number and instruction in it */
	u32 ins;
	u32 loc; /* innermost place in the user's own code */
	/* In the C library: the decision of the user's code that follows the call, as a site; function
	 * is NO_ASKER if there is none. strcmp with each keyword is another question. */
	u32 asker, asker_ins;
	Dep dep; /* itself and what it depends on, with tracking */
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

/* Tells the machine to track expressions in pool from now on (NULL: stop). */
void machine_set_pool(Machine *m, ExprPool *pool);
static inline Tag tag_of_expr(Expr e)
{
	return e;
}

/* A file of the overlay whose length is an input: bytes and tags as for os_put_file. To be called
 * after machine_reset and before machine_run_symbolic. */
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
/* What it returned. */
typedef struct EntryValue {
	bool returned; /* false: the run ended inside of it */
	u64 lo;        /* 0 if it has no result */
	Tag tag;
} EntryValue;
/* An object of len bytes; room, which is not less, is what decides where the next one lies. */
u64 machine_make_object(Machine *m, const void *bytes, const Tag *tags, u32 len, u32 room);
/* The same of a struct that is passed by value: nobody may free it. */
u64 machine_make_copy(Machine *m, const void *bytes, const Tag *tags, u32 len);
/* Other contents of a global than at the start, as far as len bytes go. */
void machine_set_global(Machine *m, u64 address, const void *bytes, const Tag *tags, u32 len);
/* Status 0 when it returned; as if the process then ended, what it printed is output. */
void machine_run_entry(Machine *m, u32 function, const EntryArg *args, u32 n, RunResult *result,
					   EntryValue *value);

/* ---- dependences ---- */

struct Static;

/* Parts that can be left out to see that the tests notice. */
enum { WITHOUT_EXIT_COPIES = 1, WITHOUT_ADDRESSES = 2 };

typedef struct TrackOptions {
	bool no_potential; /* what was not executed decides nothing */
	bool statements;   /* also which instructions a value depends on: slow */
	bool inside; /* values inside a region carry what it depends on, too, and every branch with
					data that depends on something is listed: slower */
	u32 without; /* WITHOUT_* */
} TrackOptions;

/* From now on values know what they depend on. To be called once, after machine_set_pool and before
 * the first run. The Static is kept. */
bool machine_set_tracking(Machine *m, struct Static *s, const TrackOptions *o, Err *err);

/* A branch that depended on something, in order of execution. */
typedef struct BranchRun {
	u32 function, ins;
	Dep dep;  /* with itself; a leaf when the branch is a constraint */
	Dep data; /* of the value it looked at, not of being executed */
	u32 way;  /* that it took, as FlowEdge.k has it; NO_WAY: not known */
	u64 gap;  /* between the integers that were compared for it; 0: there is no comparison */
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
/* What tracking the last run took. */
typedef struct DepCost {
	u64 nodes;    /* of the graph */
	u64 leaves;   /* of them, constraints; one is empty, the others are joins */
	u64 entries;  /* in logs of what was not written, when they were most */
	u64 branches; /* that depended on something */
	u64 bytes;    /* of all these */
} DepCost;
DepCost machine_dep_cost(const Machine *m);
const BranchRun *machine_branches(const Machine *m, size_t *n);
/* A call through a pointer that depended on something. */
typedef struct ChoiceRun {
	u32 function, ins;
	Dep dep; /* with the context of the call */
} ChoiceRun;
const ChoiceRun *machine_choices(const Machine *m, size_t *n);
/* Both together; only good until the next run, like all of them. */
Dep machine_join(Machine *m, Dep a, Dep b);
/* Targets that may still come, from now on; kept. NULL: none. */
struct Later;
void machine_set_targets(Machine *m, const struct Later *later);
/* What decides, besides branches, whether the run goes on to where a target may come. */
Dep machine_reached(Machine *m);
/* What the outputs depend on, also by not being written. */
Dep machine_output_dep(Machine *m, u32 outputs);
/* What one byte of standard output (1) or error (2) depends on; behind the last one: what all of
 * the stream does. */
Dep machine_byte_dep(Machine *m, int stream, u64 at);

/* Of the last run, until the next reset. */
const Constraint *machine_constraints(const Machine *m, size_t *n);

/* An operation of the subject whose signed overflow C leaves undefined. */
typedef struct Overflow {
	Expr cond;       /* inputs with the decisions before it overflow where this holds */
	u32 loc;         /* in the user's own code */
	u32 constraints; /* of the run before it */
} Overflow;
/* From now on runs keep them, each place and condition once. */
void machine_keep_overflows(Machine *m);
/* Of the last run, in order; *left: there are more, or some that no expression says. */
const Overflow *machine_overflows(const Machine *m, size_t *n, bool *left);

/* Blocks executed in any run so far: covered[function][block]; NULL for functions never run. Behind
 * them, of the user's own functions, ways out of decisions (ways.h). Only counts while a pool is
 * set. `fresh` is how many blocks the last run executed first. */
const u8 *machine_covered(const Machine *m, u32 function);
u32 machine_fresh_blocks(const Machine *m);
/* The same of one block or way, and of any run, also if it is watched. */
bool machine_ran(const Machine *m, u32 function, u32 flag);

/* Blocks of which every run says when it first executed them; numbered in order of these calls.
 * Such a block counts as covered only while the latest run executed it. */
void machine_watch(Machine *m, u32 function, u32 block);
typedef struct WatchEvent {
	u32 watch;       /* number of the block */
	u32 constraints; /* of the run before it came there */
} WatchEvent;
/* Of the last run, in order, each block once. */
const WatchEvent *machine_watch_events(const Machine *m, size_t *n);
/* The last run says nothing any more: it has no constraints, events, notes or overflows. */
void machine_forget(Machine *m);
/* Blocks whose executions are counted; and how many the last run has, of all of them. */
void machine_count(Machine *m, u32 function, u32 block);
u64 machine_counted(const Machine *m);
/* The function is called whenever the block begins; it may look at the machine and run others. */
void machine_on_block(Machine *m, u32 function, u32 block, void (*fn)(void *ctx), void *ctx);
/* A scalar of an observed variable (LoadOptions.observe) each time it was looked at, in order. */
typedef struct Seen {
	u32 number;        /* of the observation */
	u32 part;          /* scalar of the variable; 0 begins it */
	u32 function, ins; /* where */
	Type type;
	u64 lo, hi; /* bits */
	Tag tag;    /* of the value */
	Dep dep;    /* what it depends on, with tracking: also that it was looked at */
} Seen;
/* Of the last run. */
const Seen *machine_seen(const Machine *m, size_t *n);

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

/* Runs are recorded from now on, at most so many steps of each. To be called once, before
 * machine_set_pool and the first run; such a machine is slow. */
void machine_set_trace(Machine *m, u64 limit);
/* Of the last run, until the next reset; *cut: there were more. */
const TraceStep *machine_trace(const Machine *m, size_t *n, bool *cut);
/* Instructions that the next run may have; 0 = no limit. */
void machine_set_limit(Machine *m, u64 instructions);

#endif
