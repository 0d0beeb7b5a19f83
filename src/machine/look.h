/* look.h: what a run left in memory, for whoever compares runs.
 *
 * Addresses are told apart by what they lead to; bytes come with their expressions and with what
 * was never set. Looking changes nothing and leaves no notes.
 */
#ifndef DRIFT_MACHINE_LOOK_H
#define DRIFT_MACHINE_LOOK_H

#include "machine/symbolic.h"

typedef enum LookKind {
	LOOK_NULL,
	LOOK_NOWHERE,  /* a number that is no address of the subject */
	LOOK_FUNCTION, /* the beginning of one */
	LOOK_GONE,     /* freed, a local of a function that has returned, or between objects */
	LOOK_OBJECT,   /* in an object, or just behind it */
} LookKind;

typedef struct Look {
	LookKind kind;
	u32 number;  /* FUNCTION: of the program; OBJECT: of the machine, in this run */
	u64 lo, end; /* OBJECT: its first address, the first behind it */
	u32 global;  /* OBJECT: the global that it is, or NO_OPERAND */
} Look;

Look machine_look(const Machine *m, u64 address);
typedef enum LookState {
	LOOK_SET,
	LOOK_MIXED, /* computed from what was never set; of a bit field, perhaps only its neighbours */
	LOOK_NEVER, /* never set */
} LookState;

/* A byte after the run. */
typedef struct LookByte {
	u8 byte;
	u8 state; /* LookState */
	Expr e;   /* 0: the same on the whole path */
} LookByte;
LookByte machine_look_byte(const Machine *m, u64 address);
/* Whether bytes of a global are what they were at the start. */
bool machine_look_unchanged(const Machine *m, u64 address, u64 n);

#endif
