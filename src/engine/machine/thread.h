/* thread.h: private to src/engine/machine: one thread of the running program.
 *
 * A Thread is what a second thread of the same program would have for itself: a stack of frames,
 * a stack of registers, the current bytecode instruction, and the control context in which it
 * executes. Everything that threads share (memory, bytecode, constraints, the limits of the run)
 * is in the Machine, which contains the current Thread. (Every store reads Thread.stores; a
 * pointer in between costs 3 % where stores are frequent. To switch, exchange the contents.)
 * Registers and frames are two arrays that grow together; each frame knows where its registers
 * begin:
 *
 *   frames   [0] start   [1] main   [2] f            <- depth is 2
 *   regs     start's      main's     f's     free ... regs_end
 *
 * Only frame_enter makes frames, and only frame_leave removes them (frame.h). The one exception
 * is exec/tail.c, which removes frames from the middle of the stack and keeps these invariants:
 *   - frames[0].fn is NULL until the first function is entered, and frames[0] stays when it returns;
 *   - registers of frame k + 1 begin where those of frame k end;
 *   - Frame.serial grows from frame to frame, and is unique among the calls of a run;
 *   - Frame.dynamic never falls from frame to frame, and is at most the length of Thread.dynamic.
 * A snapshot has a copy of the Thread (thread_copy) and of the used parts of the two arrays
 * (snap/memory.c).
 */
#ifndef DRIFT_MACHINE_THREAD_H
#define DRIFT_MACHINE_THREAD_H

#include "engine/code/code.h"
#include "engine/machine/dep.h"
#include "engine/machine/value.h"

enum { MAX_DEPTH = 1 << 20 }; /* frames */

/* A frame that runs a signal handler: all zero for other frames. */
typedef struct FrameSignal {
	bool discard; /* true for a handler: its result is discarded */
	bool again;   /* true if it came before the instruction `call`, which is then executed */
	int number;   /* the signal */
} FrameSignal;

typedef struct Frame {
	const Code *call;   /* the bytecode instruction in the caller that waits for the result */
	FnCode *fn;         /* NULL: no function was entered yet */
	Reg *regs;          /* the first of its registers */
	u64 base;           /* address of the memory frame */
	u32 block;          /* its object, 0 = none */
	u32 dynamic;        /* length of Thread.dynamic at entry */
	u64 varargs;        /* address of the variadic arguments, 0 = none */
	u32 va_gp, va_fp;   /* where the named ones end in the save area */
	u64 stack_used;     /* native stack imitated so far */
	u32 serial;         /* unique number of this call, for setjmp */
	u32 stack;          /* call stack node of the caller's side, 0 = not made yet */
	FrameSignal signal; /* of a signal handler */
} Frame;

/* With tracking: code that is executed because of the outcome of a branch. Regions of one frame
 * end in order, the innermost first; regions of a frame end with it. */
typedef struct Region {
	u32 depth; /* frame */
	u32 block; /* ends when the frame enters it; NO_BLOCK: when the frame ends */
	Dep dep;
	u32 log;    /* log of what may be written in it, NO_LOG: nothing; or STORES_GAIN */
	Dep stores; /* dependence that a store in it gets at once */
} Region;
typedef VEC(Region) RegionList;

typedef struct Thread {
	Frame *frames;        /* room for MAX_DEPTH of them */
	Reg *regs, *regs_end; /* register stack, and its end */
	const Code *pc;       /* current bytecode instruction: for reports, and where to continue */
	const Code *resume;   /* the instruction to continue with after CALL_JUMPED */
	u64 stack_noted;      /* bytes of stack beyond which we report: first a part, then all */
	u32 depth;            /* index of the running frame */
	u32 serial;           /* of the latest frame that was made */
	U32List dynamic;      /* objects of VLAs and the like, by frame */
	RegionList regions;   /* open regions, outermost first */
	Dep ctx;              /* what the present control context depends on, 0 = nothing */
	Dep stores;           /* dependence that every store gets, 0 = nothing */
	u32 region_depth;     /* frame of the innermost region, if ctx is not 0 */
	u32 region_end;       /* and the block at which it ends */
} Thread;

/* exec/thread.c */
/* Reserves memory for registers and frames; returns false on failure. */
bool thread_init(Thread *t);
void thread_free(Thread *t);
/* Restores the state before the first run. stack: bytes of stack that it may use before a
 * report. */
void thread_reset(Thread *t, u64 stack);
/* Begins a run: no function is entered yet. */
void thread_begin(Thread *t, const Code *pc);
/* Copies everything except the contents of the two arrays, which each Thread owns. */
void thread_copy(Thread *to, const Thread *from);
/* Returns the bytes of a copy besides the struct. */
u64 thread_bytes(const Thread *t);

static inline Frame *thread_frame(const Thread *t)
{
	return &t->frames[t->depth];
}

#endif
