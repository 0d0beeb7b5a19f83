/* state.h: compares two machines during their runs.
 *
 * An inspected machine calls back when a run is about to add a certain constraint. Then the call
 * stack, the registers of its frames, memory and its questions to the kernel can be compared
 * with those of another machine that is at such a point as well.
 */
#ifndef DRIFT_MACHINE_STATE_H
#define DRIFT_MACHINE_STATE_H

#include "engine/machine/symbolic.h"

/* Call it once, before machine_set_pool and the first run. Every instruction becomes one
 * bytecode instruction, so that registers are those of the program. Such a machine is slow. */
void machine_look_into(Machine *m);
/* Makes the next run call fn before it adds the constraint of that number, from 0 on. */
void machine_at_constraint(Machine *m, u32 number, void (*fn)(void *ctx), void *ctx);

/* A frame of the call stack. */
typedef struct StateFrame {
	u32 function;
	u32 ins;      /* current instruction; a call, except in the innermost frame */
	u64 base;     /* address of its locals in memory */
	u64 varargs;  /* address of its variable arguments */
	bool handler; /* true for a signal handler */
} StateFrame;

u32 machine_frames(const Machine *m);
StateFrame machine_frame(const Machine *m, u32 number); /* 0 is the outermost */
/* Returns true if the locals of both frames have the same layout: the same writable bytes, set
 * or not, and the same use of the native stack. */
bool machine_same_room(const Machine *a, const Machine *b, u32 frame);
/* Returns a register of a frame; def is the instruction that sets it, or NO_OPERAND for a
 * parameter. */
void machine_register(const Machine *m, u32 frame, u32 reg, u32 def, u64 *bits, Tag *tag);
/* Returns true if registers with these tags have the same expression and the same undefined bits.
 * The machines share a pool and do not track. */
bool machine_same_tag(const Machine *x, Tag a, const Machine *y, Tag b);
bool machine_register_unset(Tag tag); /* true if it depends on something uninitialised */
/* Returns true if the run so far has a note of this kind. */
bool machine_noted(const Machine *m, const char *kind);
/* Returns true if both have the same bytes with the same expressions at the same addresses, and
 * equal allocators. Also returns false if the comparison would take too long. */
bool machine_same_memory(const Machine *a, const Machine *b);
/* Returns true if both made the same requests to the kernel since the first watched block, as
 * far as we can tell. Returns false in the middle of one. */
bool machine_same_kernel(const Machine *a, const Machine *b);

/* sym/run_checked.c, in the checked build, for machines in equal states: checks that an access
 * is an error in both or in neither, for every address. */
void machine_check_same_room(const Machine *a, const Machine *b);

/* take.c: maps globals and functions to those of another program; NO_OPERAND: none. */
typedef struct StateMap {
	void *ctx;
	u32 (*global)(void *ctx, u32 number);
	u32 (*function)(void *ctx, u32 number);
} StateMap;
/* Copies the memory of a running machine to one that was reset: stack and heap at the same
 * addresses, variables that the run changed by the map (NULL: both run one program), addresses
 * in them likewise. Values computed from inputs keep their present value. */
bool machine_take(Machine *to, const Machine *from, const StateMap *map, Err *err);
/* Translates an address of one machine to the other, after machine_take. */
bool machine_translate(const Machine *to, const Machine *from, const StateMap *map, u64 *value);
/* Returns true if the latest run asked the kernel for something that depends on what the run
 * whose memory it took did before: mainly files. Standard streams do not count. */
bool machine_asked(const Machine *m);

#endif
