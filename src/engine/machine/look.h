/* look.h: reads the memory that a run left behind, to compare runs.
 *
 * Addresses are compared by the objects they point to. Bytes come with their expressions and
 * with a mark if they are uninitialised. Reading changes nothing and leaves no notes.
 */
#ifndef DRIFT_MACHINE_LOOK_H
#define DRIFT_MACHINE_LOOK_H

#include "engine/machine/symbolic.h"

typedef enum LookKind {
	LOOK_NULL,
	LOOK_NOWHERE,  /* a number that is not an address of the subject */
	LOOK_FUNCTION, /* the start of a function */
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
	LOOK_MIXED, /* computed from unset bytes; of a bit field, perhaps only its neighbours */
	LOOK_NEVER, /* never set */
} LookState;

/* A byte after the run. */
typedef struct LookByte {
	u8 byte;
	u8 state; /* LookState */
	Expr e;   /* 0: the same value on the whole path */
} LookByte;
LookByte machine_look_byte(const Machine *m, u64 address);
/* Returns the bytes of a global after a run without expressions, until the next run. */
const u8 *machine_look_raw(const Machine *m, u64 address);
/* Returns true if bytes of a global have their initial values. */
bool machine_look_unchanged(const Machine *m, u64 address, u64 n);

#endif
