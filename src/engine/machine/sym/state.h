/* state.h: private to src/engine/machine: the state of a symbolic run besides its constraints.
 *
 * It consists of input files and strings whose length or bytes are inputs; of what the
 * constraints imply about variables and truth values; and of caches that persist from run to
 * run: operations, and arrays whose bytes are expanded late. Each file of sym/ owns one of
 * these.
 */
#ifndef DRIFT_MACHINE_SYM_STATE_H
#define DRIFT_MACHINE_SYM_STATE_H

#include "engine/load/program.h"
#include "engine/machine/symbolic.h"

/* An input file whose length is symbolic. */
typedef struct InputFile {
	u32 length;      /* expression, 32 bits */
	const Tag *tags; /* of all bytes that it may have */
} InputFile;

/* An argument or variable of the environment that is symbolic. */
typedef struct InputString {
	u64 lo;          /* its object */
	const u8 *bytes; /* of this run; the caller's */
	const Tag *tags; /* or NULL */
	u32 len;         /* at most, without the zero behind */
	u32 seen;        /* bytes from the start that are known not to be zero */
} InputString;

/* State of reading input files; the Os knows their positions (OsInput). */
typedef struct InputReading {
	bool lengths;    /* true if some file has a symbolic length */
	VEC(Tag) before; /* bytes that a read may overwrite; constants are expressions, too */
} InputReading;

/* Variables to which a constraint leaves one value. */
typedef struct Settled {
	VarSet vars;
	u32 why; /* Dep of the constraint */
} Settled;

/* An array in memory, from an address on; see sym/lazy.h. */
typedef struct LazyArray {
	Expr array; /* 0: was released */
	u64 base;
} LazyArray;

typedef struct SymLazies {
	VEC(LazyArray) list; /* by number; the same in all runs */
	HintMap ids;         /* positions in the list */
	Expr highest;        /* number of an array among them */
	bool on;             /* in this run */
} SymLazies;

/* Truth values that are known in a run, by expression: stored in the order of expressions, which
 * is the order in which runs use them. */
typedef struct HeldFact {
	u32 run; /* run in which it is true */
	Dep why; /* Dep of the constraint that implies it, or 0 */
} HeldFact;

typedef struct HeldFacts {
	HeldFact *at;
	u32 cap;
	u32 run; /* the present one; never 0 */
} HeldFacts;

/* The cached expression of an instruction on its operands, see sym/memo.h. */
typedef struct OpMemo {
	const Ins *in; /* NULL: none */
	u64 a, b;      /* expressions or, where there is none, values */
	u32 which;     /* bit 0: a is an expression; bit 1: b is one */
	Expr result;
} OpMemo;

typedef struct OpMemos {
	OpMemo *at;  /* by hash; NULL: none yet */
	Expr newest; /* number that none of the expressions, or those made on the way, reaches */
} OpMemos;

#endif
