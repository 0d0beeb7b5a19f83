/* observe.h: private to src/engine/machine: observers of a run.
 *
 * These are watched blocks and coverage (watch.c), recorded steps (trace.c), a stop at one
 * constraint to inspect the state (state.c), observed values (sym/observed.c), and the checks of
 * checked runs (check.c). None of them changes what the run does.
 */
#ifndef DRIFT_MACHINE_OBSERVE_H
#define DRIFT_MACHINE_OBSERVE_H

#include "engine/machine/memory.h"
#include "engine/machine/symbolic.h"
#include "engine/machine/thread.h"

/* A block or instruction for which every run reports whether it was executed. */
typedef struct Watched {
	u32 function, block;
	bool covered; /* true if an earlier run executed it */
	bool mark;    /* true if it is an instruction: block is a flag of its own */
	bool counts;  /* true if executions are counted; then they are not events */
	u64 count;    /* of this run; of a mark at most 1 */
	/* Called at each execution; may be NULL. */
	void (*fn)(void *ctx);
	void *ctx;
} Watched;

/* Steps of one run. */
typedef struct StepTrace {
	VEC(TraceStep) steps;
	u64 limit; /* of steps */
	bool cut;  /* true if the run had more */
} StepTrace;

/* observe/watch.c */
void watch_begin(Machine *m);
void watch_end(Machine *m);
/* Called when this run first executes a block. */
void cover_block(Machine *m, FnCode *fc, u32 block);
/* Handles a COVER instruction, which is then removed or becomes COVERED. */
void cover_first(Machine *m, FnCode *fc, u32 at);
/* observe/trace.c */
void trace_reset(Machine *m);
void trace_free(Machine *m);
void trace_block(Machine *m, u32 block);
void trace_call(Machine *m, u32 ins, u32 callee);
void trace_result(Machine *m, u32 ins, const Call *c);
/* Like exec_ins, and records the step. */
bool trace_ins(Machine *m, const Ins *in);
/* observe/state.c: before a constraint is added; after a system call */
void state_constraint(Machine *m);
void state_ask(Machine *m); /* from now on system calls are looked at */
void state_syscall(Machine *m, const u64 args[6], i64 result);
/* A system call has had its effects, and what they depend on is decided now: until it is, the state is not that
 * of other inputs. */
void state_after(Machine *m, bool after);
void state_reset(Machine *m);
void state_free(Machine *m);
/* observed.c */
bool observe_value(Machine *m, const Ins *in, Value v);
/* observe/check.c */
/* Checks that the registers of a frame that was just entered are unset, except for the pinned
 * one. */
void check_frame(const Frame *f);
/* Checks memory after a reset; the ends are those that the previous run used. */
void check_memory(const Memory *m, u64 stack_end, u64 heap_end);

#endif
