/* machine_impl.h: private to src/machine. */
#ifndef DRIFT_MACHINE_IMPL_H
#define DRIFT_MACHINE_IMPL_H

#include "code/code.h"
#include "machine/machine.h"
#include "machine/memory.h"
#include "machine/symbolic.h"

typedef struct Reg {
	u64 bits; /* zero above the type's width */
	Tag tag;
} Reg;

/* A scalar on the generic path. */
typedef struct Value {
	u64 lo, hi;
	Tag tag;
} Value;

/* Something uninitialised went into the value: DEP_UNDEFINED in the upper half. */
#define TAG_UNDEFINED (1ull << 63)
#define TAG_DEP(tag) ((u32)((tag) >> 32))
#define TAG_EXPR(tag) ((u32)(tag))
#define TAG_DEPS 0xffffffff00000000ull
/* In memory, of a run that takes snapshots, in place of dependences: the rule that says for which
 * inputs the byte counts as set (snap/set.c); 0: for all, or for none. */
#define TAG_OWN (TAG_UNDEFINED | 0xffffffffull) /* all but a rule */
#define TAG_RULE(tag) ((u32)((tag) >> 32) & 0x7fffffffu)
/* In checked runs: of a register that nothing was put into yet. */
#define TAG_NEVER 0x7fffffffffffffffull

typedef struct Frame {
	const Code *call; /* the word in the caller that waits for the result */
	FnCode *fn;
	Reg *regs;
	u64 base;         /* address of the memory frame */
	u32 block;        /* its object, 0 = none */
	u32 dynamic;      /* length of Machine.dynamic at entry */
	u64 varargs;      /* address of the variadic arguments */
	u32 va_gp, va_fp; /* where the named ones end in the save area */
	u64 stack_used;   /* native stack imitated so far */
	u32 serial;       /* which call this is, for setjmp */
	u32 stack;        /* call stack node of the caller's side, 0 = not made yet */
	bool discard;     /* a signal handler: its result goes nowhere */
	bool again;       /* a handler that came before the word `call`, which is executed then */
	int signal;       /* the signal it handles */
} Frame;

/* A call stack as a tree that is shared: caller's node and place of the call. Those called from one
 * place are few, since all but calls through pointers are places of one function. */
typedef struct StackNode {
	u32 parent;
	u32 function;
	u32 loc;
	u32 child;   /* the latest that was asked for, or 0 */
	u32 sibling; /* the next child of the same parent, or 0 */
} StackNode;

/* A block of which every run says whether it executed it. */
typedef struct Watched {
	u32 function, block;
	bool covered; /* by an earlier run */
	bool counts;  /* each execution is counted, none is an event */
	u64 count;    /* of this run */
	/* Called at each execution; NULL: nothing is. */
	void (*fn)(void *ctx);
	void *ctx;
} Watched;

/* Steps of one run. */
typedef struct StepTrace {
	VEC(TraceStep) steps;
	u64 limit; /* of steps */
	bool cut;  /* the run had more */
} StepTrace;

typedef struct Builtin Builtin;

/* What a function without a body is. */
typedef struct Extern {
	const Builtin *builtin; /* of the machine */
	struct Native *native;  /* of the host */
} Extern;

typedef enum CallStatus {
	CALL_DONE,    /* results are in Machine.results */
	CALL_ENTERED, /* a frame was pushed */
	CALL_JUMPED,  /* frames were dropped: continue at Machine.resume */
	CALL_ENDED,   /* the run is over */
} CallStatus;

enum { MAX_RESULTS = 64, MAX_ARGS = 512 };

/* A call on its way, from the caller's side. */
typedef struct CallSite {
	const Call *call;
	u32 n; /* arguments */
	Value args[MAX_ARGS];
} CallSite;

/* An input file whose length is symbolic. */
typedef struct InputFile {
	u32 length;      /* expression, 32 bits */
	const Tag *tags; /* of all bytes that it may have */
} InputFile;

/* An argument or variable of the environment that is symbolic. */
typedef struct InputString {
	u64 lo;          /* its object */
	const u8 *bytes; /* of this run; the caller's */
	const Tag *tags; /* or NULL */
	u32 len;         /* at most, without the zero behind */
	u32 seen;        /* bytes from the start that are known not to be zero */
} InputString;

/* Reading of input files; where they are is the Os's to know (OsInput). */
typedef struct InputReading {
	bool lengths;    /* some file has a symbolic length */
	VEC(Tag) before; /* bytes that a read may overwrite; constants are expressions, too */
} InputReading;

/* Variables that have one value because of a constraint. */
typedef struct Settled {
	VarSet vars;
	u32 why; /* Dep of the constraint */
} Settled;

/* Memory of a snapshot: groups of blocks that it shares with others, by zone (snap/blocks.c). */
typedef struct SnapBlock SnapBlock;
typedef struct SnapGroup SnapGroup;
typedef struct SnapChunk SnapChunk;
typedef struct SnapBlocks {
	VEC(SnapGroup *) zones[3]; /* globals, stack, heap */
	u64 n;                     /* blocks */
} SnapBlocks;

/* Parts of snapshots: where they come from, and those that were freed, to be used again. */
typedef struct SnapSpare {
	Arena room;
	SnapBlock *blocks;
	SnapGroup *groups;
	SnapChunk *chunks;
} SnapSpare;

/* When the interpreter is to take a snapshot (snap.h). */
typedef struct SnapWatch {
	struct Snapshots *store; /* NULL: none are kept */
	struct SnapRules *rules; /* likewise */
	SnapBlocks base;         /* since when changes of memory are noted */
	SnapSpare spare;
	bool unwiped; /* memory is to be as after a reset, but is not yet */
	u64 points;   /* words of this run at which one could have been taken */
	u64 point_at; /* the one at which it is; 0: none */
	u64 due;      /* or when so many instructions were executed */
} SnapWatch;

enum { MAX_DEPTH = 1 << 20 }; /* frames */

/* An array in memory, from an address on; see sym/lazy.h. */
typedef struct LazyArray {
	Expr array; /* 0: was released */
	u64 base;
} LazyArray;

typedef struct SymLazies {
	VEC(LazyArray) list; /* by number; the same in all runs */
	IntMap ids;          /* hash of an array and its base -> number */
	Expr highest;        /* number of an array among them */
	bool on;             /* in this run */
} SymLazies;

/* Truth values that hold in a run, by expression: they stand side by side as the expressions do, in
 * the order in which runs meet them. */
typedef struct HeldFact {
	u32 run; /* in which it holds */
	Dep why; /* of the constraint that says so, or 0 */
} HeldFact;

typedef struct HeldFacts {
	HeldFact *at;
	u32 cap;
	u32 run; /* the present one; never 0 */
} HeldFacts;

/* The expression that an instruction gave on its operands, see sym/memo.h. */
typedef struct OpMemo {
	const Ins *in; /* NULL: none */
	u64 a, b;      /* expressions or, where there is none, values */
	u32 which;     /* bit 0: a is an expression; bit 1: b is one */
	Expr result;
} OpMemo;

typedef struct OpMemos {
	OpMemo *at;  /* by hash; NULL: none yet */
	Expr newest; /* number that none of the expressions, or those made on the way, reaches */
} OpMemos;

struct Machine {
	const Program *p;
	Memory mem;
	Os *os;
	MachineConfig config;
	FnCode *fns;          /* by function number */
	Extern *externs;      /* by function number */
	Reg *regs, *regs_end; /* register stack */
	Frame *frames;
	u32 depth;      /* index of the running frame */
	u64 stack_told; /* bytes of stack beyond which something is said: first a part, then all */
	u32 serial;
	VEC(u32) dynamic; /* objects of VLAs and the like, by frame */
	VEC(StackNode) stacks;
	CallSite site;
	Value results[MAX_RESULTS];
	u32 n_results;
	const Code *resume; /* after CALL_JUMPED */
	const Code *pc;     /* of the word at work, for places */

	ExprPool *pool; /* NULL: no expressions */
	VEC(Constraint) constraints;
	bool keep_overflows;
	VEC(Overflow) overflows; /* of this run */
	IntMap overflow_ids;     /* hashes of place and condition of those */
	bool overflows_left;     /* there are more */
	OpMemos memo;            /* of the latest operations */
	SymLazies lazy;          /* bytes whose expression is made when somebody asks for it */
	IntMap provenance;       /* address expression -> address of the object it belongs to */
	HeldFacts facts;         /* truth values that hold */
	size_t facts_read;       /* constraints that are in facts */
	VarSet settled;          /* variables with one value because of the constraints */
	VEC(Settled) settled_by; /* likewise, with tracking */
	VEC(InputFile) input_files;
	VEC(InputString) strings; /* Object.ref of an OBJ_ARGS is one more than the index; 0: none */
	InputReading reading;
	u32 fresh_blocks; /* executed for the first time in this run */
	VEC(Watched) watched;
	VEC(WatchEvent) watch_events; /* of this run */
	VEC(Seen) seen;               /* of this run */
	WorldInput world;             /* what of the world is given to the run */
	u32 fault_calls[N_FAULTS];    /* of this run so far that could have failed */
	u64 faults[N_FAULTS];         /* calls that failed, in all runs */
	VEC(WorldAsk) asks;           /* of all runs */
	u32 asks_named;               /* of these, with a name */
	Value exit_value;             /* what was given to exit, with its tag */
	struct Track *track;          /* NULL: no dependences */
	StepTrace *trace;             /* NULL: steps are not recorded */
	struct State *state;          /* NULL: the run is not looked into */
	u32 ctx;                      /* what the present control context depends on, 0 = nothing */
	u32 stores;                   /* what every store gains, 0 = nothing */
	u32 region_depth;             /* frame of the innermost region, if ctx is not 0 */
	u32 region_end;               /* and the block at which it ends */

	bool checked; /* see check.c */
	bool ended;
	Outcome outcome;
	int status;
	ErrorKind error;
	u32 error_loc;
	Buf report;
	u64 errno_address;   /* of the C library's errno, 0 if it has none */
	u64 slice, executed; /* instructions: current slice, before it */
	double deadline;
	struct Budget *budget; /* of everything; or NULL */
	bool cut;              /* it is over */
	VEC(Note) notes;
	IntMap note_ids;
	StrMap allowed; /* --native */
	SnapWatch snap;
};

/* interp.c */
void interpret(Machine *m, const Code *pc, i64 budget);
/* fresh.c: like access_check for a write, but nothing is reported */
bool fresh_may_write(const Machine *m, u64 addr, u64 n);
/* The store at pc, if it is one of a plain value to bytes that may be written. */
bool fresh_store(Machine *m, const Reg *regs, const Code *pc);
/* watch.c */
void watch_begin(Machine *m);
void watch_end(Machine *m);
/* A block that this run executes first. */
void cover_block(Machine *m, FnCode *fc, u32 block);
/* A word COVER, which is gone or COVERED then. */
void cover_first(Machine *m, FnCode *fc, u32 at);
/* trace.c */
void trace_reset(Machine *m);
void trace_free(Machine *m);
void trace_block(Machine *m, u32 block);
void trace_call(Machine *m, u32 ins, u32 callee);
void trace_result(Machine *m, u32 ins, const Call *c);
/* Like exec_ins, and records. */
bool trace_ins(Machine *m, const Ins *in);
/* state.c: before a constraint is added; after a system call */
void state_constraint(Machine *m);
void state_ask(Machine *m); /* from now on system calls are looked at */
void state_syscall(Machine *m, const u64 args[6], i64 result);
void state_reset(Machine *m);
/* world.c: after a system call: notes what it asked for; the tag of its result. */
Tag world_asked(Machine *m);
/* The program looked for a variable that is not set. */
void world_unset(Machine *m, u64 name);
/* A call that needs more than was told so far: false if it is more than there is. */
/* Called where the next frame does not fit as it is. Frames may have moved after it. */
bool stack_room(Machine *m, const FnCode *fc);

typedef enum TailRoom {
	TAIL_NONE, /* no frame is to spare */
	TAIL_MADE, /* some were taken away */
	TAIL_KEPT, /* some are to spare, but who watches the run needs them */
} TailRoom;
TailRoom tail_room(Machine *m);       /* tail.c */
void world_ask(Machine *m, u64 what); /* DRIFT_ASK_* */
/* Something was asked at the place where the run is. */
void world_note(Machine *m, WorldKind kind, const char *name, bool varied);

/* address.c */
/* The instruction at work, which is marked (Ins.number), uses these two, which may be the same. */
void address_used(Machine *m, u64 a, u64 b);
/* Both are in one object, as it is quick to see. */
static inline bool address_same(const Machine *m, u64 a, u64 b)
{
	u32 id = memory_object(&m->mem, a);
	return id && id == memory_object(&m->mem, b) && id != UINT32_MAX &&
		   m->mem.objects.at[id].kind != OBJ_FRAME;
}
/* The C library makes a text of one. */
void address_shown(Machine *m);
void world_free(Machine *m);
/* fault.c: whether the call that is made now fails, by the input. */
bool fault_now(Machine *m, FaultKind kind);
/* The same for a system call: true if it does and *result is its error; one that is to be short
 * asks for one byte from here on. */
bool fault_syscall(Machine *m, i64 *result);
/* see.c */
bool see_value(Machine *m, const Ins *in, Value v);
/* check.c */
void check_frame(const Frame *f);
/* After a reset; the ends of what the run before it used. */
void check_memory(const Memory *m, u64 stack_end, u64 heap_end);
/* machine.c */
bool machine_poll(Machine *m, i64 *budget);
void machine_begin(Machine *m);
void machine_call_main(Machine *m, u32 argc, u64 argv, u64 envp);
/* Calls the function with the arguments of m->site from outside, until it returns. */
void machine_enter(Machine *m, u32 function);
void machine_result(Machine *m, RunResult *result);
void machine_drop_notes(Machine *m);
/* exec.c: one instruction on the generic path; false when the run is over */
bool exec_ins(Machine *m, const Ins *in);
/* The same without a trace. */
bool exec_plain(Machine *m, const Ins *in);
/* All instructions of the word at m->pc except control. */
bool exec_word(Machine *m);
Value get_operand(Machine *m, Operand o, Type t);
void set_result(Machine *m, u32 dst, Type t, Value v);
/* A branch or switch whose condition has a tag: noted before it is taken. */
bool exec_condition(Machine *m, bool fused);
/* A branch on a concrete value that depends on decisions. */
void exec_choice(Machine *m, Tag tag);
/* eval.c: arithmetic; false: a division error, *kind says which */
bool eval_ins(const Ins *in, Value a, Value b, Value c, Value out[2], ErrorKind *kind);
Tag tag_join(Machine *m, Tag a, Tag b);
/* access.c */
/* The object, or the local in it, that the address is in. */
bool access_home(const Machine *m, u64 addr, u64 *lo, u64 *size);
bool access_check(Machine *m, u64 addr, u64 n, bool write);
bool access_load(Machine *m, u64 addr, Type t, Tag addr_tag, bool bitfield, Value *out);
/* The same of bytes that were checked, without their expression. */
void access_take_bits(Machine *m, u64 addr, Type t, Tag addr_tag, bool bitfield, Value *out);
bool access_store(Machine *m, u64 addr, Type t, Tag addr_tag, Value v);
/* Reports an error if a copy of n bytes overlaps itself, unless it is one in place. */
bool access_apart(Machine *m, u64 to, u64 from, u64 n);
bool access_copy(Machine *m, u64 to, u64 from, u64 n);
bool access_fill(Machine *m, u64 to, Value byte, u64 n);
bool access_read(void *machine, u64 addr, void *to, Tag *tags, size_t n);
bool access_write(void *machine, u64 addr, const void *from, const Tag *tags, size_t n);
bool access_tagged(void *machine, u64 addr, size_t n);
bool access_text(void *machine, u64 addr, Buf *to);
/* call.c */
CallStatus call_word(Machine *m);
/* Whether the function at the address takes and gives what the call says, and has code. It is noted
 * in the call then. */
bool call_known(const Machine *m, CodeCall *cc, u64 target);
CallStatus call_function(Machine *m, u32 function, const Code *from, bool discard);
void frame_pop(Machine *m);
u32 call_stack(Machine *m);
/* All of them; nothing refers to one any more. */
void call_stacks_drop(Machine *m);
/* results of the finished call go to the registers of the waiting word */
void call_results(Machine *m, const Code *waiting);
bool call_va_start(Machine *m, u64 list);
/* sym/text.c */
CallStatus sym_number_text(Machine *m);
CallStatus sym_text_number(Machine *m);
/* builtin.c, native.c */
const Builtin *builtin_find(const char *name);
/* Enters the handlers of all signals that are due, the last one on top; CALL_DONE if there are none.
 * again: they come before the word at pc, not behind it. */
CallStatus deliver_signals(Machine *m, bool store_result, bool again);
CallStatus builtin_call(Machine *m, const Builtin *b);
struct Native *native_find(Machine *m, const Function *f);
CallStatus native_call(Machine *m, struct Native *n);
void native_free(struct Native *n);
/* report.c: each ends the run and returns false */
bool fail(Machine *m, ErrorKind kind, const char *fmt, ...) printf_like(3, 4);
bool fail_access(Machine *m, u64 addr, u64 n, bool write);
/* An access that left the object at `home`, wherever it went. */
bool fail_outside(Machine *m, u64 addr, u64 n, bool write, u64 home);
bool fail_free(Machine *m, u64 addr);
/* An instruction that ends the program, unless it has a handler. */
bool trap(Machine *m);
bool unsupported(Machine *m, const char *fmt, ...) printf_like(2, 3);
bool limit_reached(Machine *m, const char *what);
/* False, and the run is cut, when the budget of everything is over. */
bool machine_in_budget(Machine *m);
void finish(Machine *m, Outcome outcome, int status);
/* Whether free may be called with it: from malloc, or given by a caller who may have had it there.
 */
static inline bool is_block(const Object *o)
{
	return o->kind == OBJ_HEAP || o->given;
}
void add_note(Machine *m, const char *kind, u32 loc, const char *fmt, ...) printf_like(4, 5);
/* Innermost place in the user's own code. */
u32 subject_loc(const Machine *m, const Function **where);

#endif
