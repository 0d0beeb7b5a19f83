/* call.h: private to src/engine/machine: calls, from the caller's side, and who answers them.
 *
 * The interpreter enters plain calls itself. Every other call (indirect, variadic, by value,
 * wide, external) goes through call_word. It gathers the arguments in Machine.site. Then it
 * either enters a frame or calls a function without a body: a builtin of the machine or a
 * function of the host. Results are in Machine.results until call_results moves them to the
 * registers of the waiting instruction. Site and results are in use during one call only, so all
 * threads share them.
 */
#ifndef DRIFT_MACHINE_CALL_H
#define DRIFT_MACHINE_CALL_H

#include "engine/machine/machine.h"
#include "engine/machine/value.h"
#include "engine/code/code.h"

struct Native;
/* Call stacks as a shared tree: caller's node and location of the call. A location has few
 * callees, since only calls through pointers have several. */
typedef struct StackNode {
	u32 parent;   /* 0: the outermost call */
	u32 function; /* the caller */
	u32 loc;      /* location of the call */
	u32 child;    /* the latest child requested, or 0 */
	u32 sibling;  /* the next child of the same parent, or 0 */
} StackNode;

typedef struct Builtin Builtin;

/* The implementation of a function without a body. */
typedef struct Extern {
	const Builtin *builtin; /* provided by the machine */
	struct Native *native;  /* provided by the host */
} Extern;

typedef enum CallStatus {
	CALL_DONE,    /* results are in Machine.results */
	CALL_ENTERED, /* a frame was entered */
	CALL_JUMPED,  /* frames were left: continue at Thread.resume */
	CALL_ENDED,   /* the run is over */
} CallStatus;

enum { MAX_RESULTS = 64, MAX_ARGS = 512 };

/* The current call, from the caller's side. */
typedef struct CallSite {
	const Call *call; /* NULL: from outside of the program */
	u32 n;            /* arguments */
	Value args[MAX_ARGS];
	const char *missing; /* the function that nobody defines, if the run ended at its call */
} CallSite;

/* exec/accel.c */
/* Returns how the bytecode of the machine finds accelerated functions; plainly: there are none. */
AccelFind *accel_choice(const Machine *m);
/* exec/call.c */
/* Executes the call instruction at Thread.pc. */
CallStatus call_word(Machine *m);
/* Returns true if the function at the address has the parameters and results of the call, and
 * bytecode. The call then caches it. */
bool call_known(const Machine *m, CodeCall *cc, u64 target);
/* Enters the function with the arguments of Machine.site. from is the bytecode instruction that
 * waits for the result. discard is true for a signal handler. */
CallStatus call_function(Machine *m, u32 function, const Code *from, bool discard);
/* Returns the node of the current location of the run. */
u32 call_stack(Machine *m);
/* Drops all nodes; no references to them may exist. */
void call_stacks_drop(Machine *m);
/* moves results of the finished call to the registers of the waiting instruction */
void call_results(Machine *m, const Code *waiting);
bool call_va_start(Machine *m, u64 list);
/* sym/text.c */
CallStatus sym_number_text(Machine *m);
CallStatus sym_text_number(Machine *m);
CallStatus sym_text_float(Machine *m);
/* builtin.c, native.c */
const Builtin *builtin_find(const char *name);
/* Enters the handlers of all signals that are due, the last one on top; returns CALL_DONE if
 * there are none. again: they run before the instruction at pc, not after it. */
CallStatus deliver_signals(Machine *m, bool store_result, bool again);
CallStatus builtin_call(Machine *m, const Builtin *b, const Ins *in);
struct Native *native_find(Machine *m, const Function *f);
bool native_vouched(const Machine *m, const Function *f); /* the user allows it */
/* Why such a function cannot be called, and what to do. */
const char *native_trouble(const Function *f);
CallStatus native_call(Machine *m, struct Native *n);
void native_free(struct Native *n);

#endif
