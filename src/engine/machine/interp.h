/* interp.h: private to src/engine/machine: the state of the interpreter.
 *
 * To execute a thread's bytecode we need an Interp, the Thread and the Machine. The loop
 * (exec/interp.c) has the fields of the Interp in local variables. It loads them on entry, and
 * stores them when it returns or calls a handler that is a function. So other code may continue
 * at any bytecode instruction: it takes over an Interp and hands it back. Between instructions
 * this must hold:
 *   - frame is the running frame of the Machine's thread, regs are its registers;
 *   - pc is the next bytecode instruction to be executed, in frame->fn;
 *   - budget is what is left of Machine.slice; if negative, the next counting instruction polls.
 */
#ifndef DRIFT_MACHINE_INTERP_H
#define DRIFT_MACHINE_INTERP_H

#include "engine/machine/machine_impl.h"

typedef struct Interp {
	const Code *pc; /* the next bytecode instruction */
	Frame *frame;   /* the running frame */
	Reg *regs;      /* registers of the running frame */
	i64 budget;     /* instructions until the limits are checked */
} Interp;

/* Executes bytecode of the running frame from pc on until the run ends. */
void interp_run(Machine *m, const Code *pc, i64 budget);

#endif
