/* world.h: the world of a symbolic run: what it asked for, and what of it is an input.
 *
 * A machine with a pool notes everything that the subject asks of the world (os.h), with its
 * place. Before a run some answers can be made inputs: then the values carry the expression of
 * their variable, as the bytes of an argument do. Failures are inputs, too: for each kind of call
 * one number, of the call that fails; 0 is none. Each such call is a decision.
 */
#ifndef DRIFT_MACHINE_WORLD_H
#define DRIFT_MACHINE_WORLD_H

#include "engine/expr/expr.h"
#include "engine/os/os.h"

/* kind, name of the input, what --faults calls it */
#define FAULT_KINDS(X)                  \
	X(MALLOC, "fail.malloc", "malloc")  \
	X(READ, "fail.read", "read")        \
	X(SHORT_READ, "short.read", "read") \
	X(WRITE, "fail.write", "write")     \
	X(SHORT_WRITE, "short.write", "write")

typedef enum FaultKind {
#define X(name, input, word) FAULT_##name,
	FAULT_KINDS(X)
#undef X
		N_FAULTS,
} FaultKind;

typedef struct WorldInput {
	OsWorld os;           /* values of this run */
	Expr value[N_WORLD];  /* of varied numbers: their variable, 64 bits (clock) or 32 */
	bool faults;          /* some of the following are there */
	Expr fault[N_FAULTS]; /* number of the call that fails, 32 bits; 0: that is no input */
	u32 fails[N_FAULTS];  /* in this run */
} WorldInput;

/* Between a reset and the run; NULL: nothing is given. */
struct Machine;
void machine_set_world(struct Machine *m, const WorldInput *world);

/* A frame of the user's code from which something was asked. */
typedef struct WorldFrame {
	u32 function, loc;
} WorldFrame;

/* Something that runs asked of the world. */
typedef struct WorldAsk {
	WorldKind kind;
	char *name;           /* of the file or variable; NULL: none, or one of too many to keep */
	u32 loc;              /* innermost place in the user's own code */
	bool varied;          /* the answer was an input */
	u64 count;            /* in all runs */
	VEC(WorldFrame) from; /* frames of the calls, each once; not all if there are many */
} WorldAsk;

/* Of all runs of the machine so far, in the order in which they came first. */
const WorldAsk *machine_asks(const struct Machine *m, size_t *n);
/* Calls that failed because the input said so, in all runs. */
u64 machine_faults(const struct Machine *m, FaultKind kind);
/* Notes a question that nothing in the program asks: a comparison of versions depends on it. */
void machine_note_world(struct Machine *m, WorldKind kind);
const char *fault_input(FaultKind kind); /* name of its input */
const char *fault_word(FaultKind kind);  /* as --faults has it */
const char *world_word(WorldKind kind);  /* as --vary has it */
const char *world_text(WorldKind kind);  /* for people */

#endif
