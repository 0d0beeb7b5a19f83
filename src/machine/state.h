/* state.h: machines in the midst of a run, held against each other.
 *
 * A machine that is looked into calls back when a run is about to add a certain constraint. Then
 * the call stack, the registers of its frames, memory and what it asked of the kernel can be
 * compared with those of another machine that stands at such a point, too.
 */
#ifndef DRIFT_MACHINE_STATE_H
#define DRIFT_MACHINE_STATE_H

#include "machine/symbolic.h"

/* To be called once, before machine_set_pool and the first run. Every instruction gets a word of
 * its own, so that registers are those of the program; such a machine is slow. */
void machine_look_into(Machine *m);
/* The next run calls fn before it adds its constraint of that number, from 0 on. */
void machine_at_constraint(Machine *m, u32 number, void (*fn)(void *ctx), void *ctx);

/* A frame of the call stack. */
typedef struct StateFrame {
	u32 function;
	u32 ins;      /* at work; a call, but in the innermost */
	u64 base;     /* of its locals in memory */
	u64 varargs;  /* its variable arguments */
	bool handler; /* of a signal */
} StateFrame;

u32 machine_frames(const Machine *m);
StateFrame machine_frame(const Machine *m, u32 number); /* 0 is the outermost */
/* Its locals have the same room at the same places: what may be written without an error, set or not,
 * and what large ones take of the native stack. */
bool machine_same_room(const Machine *a, const Machine *b, u32 frame);
/* A register of a frame; def is the instruction that sets it, or NO_OPERAND for a parameter. */
void machine_register(const Machine *m, u32 frame, u32 reg, u32 def, u64 *bits, Tag *tag);
bool machine_register_unset(Tag tag); /* it depends on what was never set */
/* The same bytes with the same expressions at the same addresses, and allocators in one state.
 * False also where that would take too long. */
bool machine_same_memory(const Machine *a, const Machine *b);
/* Since the first watched block both asked the kernel for the same, as far as that can be said. */
bool machine_same_kernel(const Machine *a, const Machine *b);

/* take.c: which globals and functions of another program are the same; NO_OPERAND: none. */
typedef struct StateMap {
	void *ctx;
	u32 (*global)(void *ctx, u32 number);
	u32 (*function)(void *ctx, u32 number);
} StateMap;
/* Gives a machine that was reset the memory of one that stands in the midst of a run: stack and heap
 * at the same addresses, variables that the run changed by the map (NULL: both run one program),
 * addresses in them likewise. What was computed from inputs is as it is now. */
bool machine_take(Machine *to, const Machine *from, const StateMap *map, Err *err);
/* An address of the one in the other, after that. */
bool machine_translate(const Machine *to, const Machine *from, const StateMap *map, u64 *value);
/* Whether the latest run asked the kernel for something that hangs on what the run whose memory it
 * took did before: files, above all. Standard streams do not. */
bool machine_asked(const Machine *m);

#endif
