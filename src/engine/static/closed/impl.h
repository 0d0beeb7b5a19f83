/* impl.h: shared by this folder: what is known about a value, and about a global. */
#ifndef DRIFT_STATIC_CLOSED_IMPL_H
#define DRIFT_STATIC_CLOSED_IMPL_H

#include "engine/static/closed/closed.h"

/* An address in the first contents of a global. */
typedef struct Reloc {
	u64 at;     /* where it stands */
	u32 thing;  /* what it leads to: a function, or functions.len + global */
	u64 offset; /* into it */
} Reloc;

/* A set of addresses: of functions, and of globals at offsets that are the same for all of them. */
typedef struct Followed {
	RefSet things;
	u64 offset, stride; /* offset + any multiple of stride; stride 0: just that one */
	bool placed;        /* there is an offset */
	bool other;         /* may be anything that has leaked, too */
} Followed;

typedef struct ClosedGlobal {
	VEC(Reloc) relocs;
	bool read;    /* relocs are there */
	bool written; /* its first contents are not all it ever holds */
	bool leaked;
} ClosedGlobal;

typedef struct ClosedFunction {
	Followed *regs;    /* by register; NULL while it is not reached */
	Followed *results; /* by result */
	RefSet callers;    /* functions with a call that enters it, and that is followed */
	bool leaked;
	bool dirty; /* to be looked at again */
} ClosedFunction;

struct Closed {
	const Static *s;
	const Program *p;
	u32 n;               /* functions; things from here on are globals */
	ClosedFunction *fns; /* by function */
	ClosedGlobal *globals;
	VEC(u32) pending;  /* globals whose contents are still to leak */
	bool leaking;      /* that is being done */
	bool handles;      /* the kernel may be given handlers */
	bool all;          /* every function is to be looked at again */
	Followed none;     /* no address */
	Followed constant; /* scratch of closed_value */
};

/* data.c */
/* What an operand of a function may be; good until the next call. */
const Followed *closed_value(Closed *c, u32 function, Operand o);
bool followed_join(Followed *to, const Followed *from);
/* The same moved by an offset, and by any multiple of a stride. */
bool followed_move(Followed *to, const Followed *from, u64 offset, u64 stride);
bool followed_other(Followed *to);
void leak_function(Closed *c, u32 function);
/* What the number is the address of, or nearly. */
void leak_address(Closed *c, u64 value);
void leak(Closed *c, const Followed *f);
/* Something is written there, or copied from there to memory: what it holds has leaked. */
void write_there(Closed *c, const Followed *at);
void copy_from(Closed *c, const Followed *at);
/* What a load of size bytes gives. */
bool load_there(Closed *c, const Followed *at, u32 size, Followed *to);

/* closed.c */
void closed_reach(Closed *c, u32 function);
/* The target of an indirect call; true: it is followed, so that these are all there are. */
bool closed_target(Closed *c, u32 function, u32 ins, const Followed **target);

/* call.c */
/* True: the results are more than before. */
bool closed_call(Closed *c, u32 function, u32 ins);

#endif
