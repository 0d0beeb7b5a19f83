/* compile.h: native code for hot bytecode, made by LLVM.
 *
 * A unit is native code of one function, entered at one place: the first bytecode instruction or
 * the head of a loop. It has everything that can be reached from there. A unit that is made quickly
 * can be entered at all of them; loops with two entries are not optimised. Registers whose value is
 * plain are values of LLVM; so a unit handles plain values only. Wherever something else can
 * arrive (registers on entry, loads, results of calls) it tests, and *leaves* if the test fails:
 * it writes all live registers to the frame, and the interpreter continues at the beginning of
 * the bytecode instruction. At a call, all live registers are in the frame. So the interpreter can
 * take over at any depth, and frames of compiled code are ordinary frames.
 *
 * A unit contains no address of the host. It reaches the machine through a UnitState, and what it
 * does not do itself through the functions in it. This module does not know the machine.
 *
 * Ownership: a Compiler owns the code of its units. A unit stays valid until compiler_free. The same
 * unit is made once: it is found by the digest of what LLVM is given.
 */
#ifndef DRIFT_COMPILE_COMPILE_H
#define DRIFT_COMPILE_COMPILE_H

#include "engine/code/code.h"

/* Why a unit was left: what people read, and what stats count. */
#define UNIT_REASONS(X)                                                   \
	X(NONE, "nothing")                                                    \
	X(ENTRY, "a register is not plain on entry")                          \
	X(VALUE, "a value is not plain")                                      \
	X(LOAD, "bytes that are read are not plain")                          \
	X(STORE, "bytes that are written are not plain")                      \
	X(DIVISION, "a division fails")                                       \
	X(FLOAT, "a result is not a number, or does not fit")                 \
	X(BUDGET, "the limits are checked")                                   \
	X(COVERAGE, "a block or an edge is executed for the first time")      \
	X(WATCHED, "a block that is watched is executed")                     \
	X(WORD, "the bytecode instruction is not compiled")                   \
	X(CALL, "a call that is not simple")                                  \
	X(CALLEE, "the callee is not compiled")                               \
	X(DEPTH, "too many calls are open")                                   \
	X(RESULT, "the result of a call or of the generic path is not plain") \
	X(RETURN, "the function that was entered returns")                    \
	X(RANDOM, "a test leaves at random")                                  \
	X(ENDED, "the run ended")

typedef enum UnitReason {
#define X(name, text) LEFT_##name,
	UNIT_REASONS(X)
#undef X
		N_UNIT_REASONS
} UnitReason;

const char *unit_reason(UnitReason why);

struct Frame;
struct UnitState;

/* What a unit leaves to the machine. at: the number of the bytecode instruction. */
typedef struct UnitCalls {
	/* Stores to bytes that are not plain. Returns false if nothing was done. */
	u64 (*store)(struct UnitState *s, u64 addr, u64 value, u64 size);
	/* Enters the callee of a CALL or CALLI. Returns its frame, without arguments, and what runs it
	 * in UnitState.unit; UNIT_DONE if the call is done, with UnitState.value and budget; NULL if
	 * nothing was done. */
	struct Frame *(*enter)(struct UnitState *s, struct Frame *frame, u64 at, u64 target);
	/* Enters the callee of a CALL that was inlined: the unit is left inside of it. Returns its
	 * frame. */
	struct Frame *(*push)(struct UnitState *s, struct Frame *frame, u64 at);
	/* Leaves the frame. */
	void (*leave)(struct UnitState *s, struct Frame *frame);
	/* Executes a bytecode instruction on the generic path. Returns false if the run has ended. */
	u64 (*generic)(struct UnitState *s, struct Frame *frame, u64 at);
	/* Executes a CALLX. Returns 0 if the unit must be left: pc, frame and why are set. Returns
	 * UNIT_ENTERED if UnitState.unit is to be run in UnitState.frame. */
	u64 (*callx)(struct UnitState *s, struct Frame *frame, u64 at);
	/* Executes an ADDRESS on these two values. */
	void (*address)(struct UnitState *s, struct Frame *frame, u64 at, u64 d, u64 a);
	/* Checks the limits: the budget is used up. Returns what it is then; < 0: the run has ended. */
	i64 (*poll)(struct UnitState *s, struct Frame *frame, u64 at, i64 budget);
} UnitCalls;

enum { UNIT_ENTERED = 2 };
#define UNIT_DONE ((struct Frame *)1)

/* budget < 0: the unit was left. Otherwise it returned the value. */
typedef struct UnitResult {
	i64 budget;
	u64 value;
} UnitResult;

struct UnitState;
/* at: the bytecode instruction where the unit is entered; any if there is one only. */
typedef UnitResult UnitFn(struct UnitState *s, struct Frame *frame, i64 budget, u64 at);

/* What units share with the machine. */
typedef struct UnitState {
	const Code *pc;           /* left: where the interpreter continues */
	struct Frame *frame;      /* left: the running frame */
	struct Frame *outermost;  /* the frame in which the interpreter entered a unit */
	UnitFn *unit;             /* what runs the callee of a call */
	i64 budget;               /* left, and around calls of the machine: as Interp.budget */
	u64 value;                /* the result of a call that is done */
	u64 args[MAX_ACCEL_ARGS]; /* of a call of the C library */
	u64 why;                  /* left: UnitReason */
	u64 at;                   /* within a unit that is left: the bytecode instruction */
	u64 fuse;                 /* in tests: bytecode instructions until the unit is left at random */
	u64 refilled;             /* instructions that checks of the limits added to the budget */
	u8 *bytes, *readable, *writable; /* as in Memory */
	struct FnCode *fns;              /* as in Machine */
	void *thread;                    /* its Thread */
	UnitCalls calls;
	void *machine;
} UnitState;

enum { UNIT_ROOM = 256 }; /* calls of units within units */

/* Where a unit finds the parts of the machine: offsets. */
typedef struct UnitLayout {
	u32 frame_call, frame_fn, frame_regs, frame_base, frame_block, frame_dynamic, frame_varargs,
		frame_stack_used, frame_serial, frame_stack, frame_signal; /* in Frame */
	u32 frame_bytes;                                               /* of a Frame */
	u32 depth, serial, dynamic_len, regs_end, stack_noted;         /* in Thread */
	u32 most_depth;
} UnitLayout;

typedef struct UnitRequest {
	const Program *p;
	const FnCode *fc;  /* by unit_code */
	const FnCode *fns; /* as in Machine: callees */
	u32 entry;         /* bytecode instruction */
	bool everywhere;   /* true if it is entered at loop heads, too */
	const UnitLayout *layout;
	bool quick;  /* true if LLVM is to make it quickly: the code is slower */
	bool random; /* in tests: leaves whenever UnitState.fuse burns down */
	/* set by compiler_unit */
	bool inlined; /* true if the unit contains code of callees */
	bool made;    /* true if there was no such unit before */
} UnitRequest;

typedef struct Compiler Compiler;

Compiler *compiler_new(Err *err);
void compiler_free(Compiler *c);
/* Returns NULL if the function cannot be compiled: err says why. */
UnitFn *compiler_unit(Compiler *c, UnitRequest *rq, Err *err);

/* words.c: the number of slots that a bytecode instruction takes; whether it can jump back to a
 * place, which is the head of a loop then. */
u32 word_length(const Code *c);
/* A copy of the function with the instructions that TIER replaced. Its code is to be freed. */
FnCode unit_code(const FnCode *fc);
/* Calls fn with the number of each loop head of the function. */
void unit_loop_heads(const FnCode *fc, void (*fn)(void *ctx, u32 at), void *ctx);

#endif
