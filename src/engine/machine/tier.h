/* tier.h: private to src/engine/machine: native code for hot functions.
 *
 * A NativeTier decides what is compiled, and runs it. It samples the running function whenever the limits
 * are checked (machine_poll). If a function is hot, the first instruction and the loop heads of its
 * bytecode become TIER instructions. When the interpreter gets to one, it calls tier_enter, which
 * compiles the unit that starts there (engine/compile), or runs it. A unit that is left gives back
 * an Interp, like every other handler. Functions that are not hot cost nothing.
 *
 * Units and the interpreter execute the same bytecode with the same results, so it does not matter
 * when, or whether, a function is compiled. Runs that record dependences or traces are interpreted.
 */
#ifndef DRIFT_MACHINE_TIER_H
#define DRIFT_MACHINE_TIER_H

#include "engine/compile/compile.h"
#include "engine/machine/interp.h"

/* Native code from one bytecode instruction on. */
typedef struct TierUnit {
	u32 at;
	UnitFn *fn;   /* NULL: not compiled */
	bool dropped; /* true if the interpreter does not enter it: it is left too soon */
	u32 arrivals; /* at a place without code */
	u64 entries;  /* since the last look at its use */
	u64 executed; /* instructions in these entries */
	u32 coverage; /* left because of coverage, since it was compiled */
	u32 remakes;  /* compiled again because coverage instructions had gone */
	bool inlines; /* true if it contains code of callees */
} TierUnit;

struct TierFn {
	FnCode *fc;
	const char *refused; /* why it cannot be compiled, or NULL */
	u32 samples;         /* times that it was running when the limits were checked */
	u32 calls;           /* from compiled code, while it is not compiled */
	u32 compiled;        /* units that were made */
	u32 running;         /* samples since the first of them */
	bool quick;          /* true if units are made quickly */
	VEC(TierUnit) units; /* one for each place */
};

struct NativeCode {
	Compiler *compiler; /* NULL: not needed yet */
	TierStats stats;    /* of all machines */
};

typedef struct NativeTier {
	UnitState state;  /* what units share with the machine */
	NativeCode *code; /* what machines share */
	CompileMode mode;
	bool subject_only;        /* in tests: of COMPILE_ALWAYS, not the C library */
	u64 ticks;                /* samples so far */
	u64 random;               /* state of a generator, in tests */
	VEC(struct TierFn *) fns; /* all, for release */
} NativeTier;

/* tier/tier.c */
/* Called when the limits are checked. */
void tier_tick(Machine *m);
/* Called when bytecode of a function was made. */
void tier_made(Machine *m, FnCode *fc);
/* Called when a run begins. */
void tier_begin(Machine *m);
/* Forgets units that contain code of callees: bytecode of a function is made again. */
void tier_forget(Machine *m);
/* Runs native code at s->pc, a TIER instruction, if there is any. Returns false if the run has
 * ended. Otherwise the instruction at s->pc is to be interpreted. */
bool tier_enter(Machine *m, Interp *s);
/* Compiles the callee, if compiled code called it often. */
void tier_called(Machine *m, FnCode *fc);
void tier_free(Machine *m);
/* tier/calls.c: the machine's side of UnitCalls */
extern const UnitCalls tier_calls;

#endif
