/* impl.h: private to src/engine/static. The Static object and the interfaces between its parts.
 *
 * The parts depend on each other in this order. Points-to finds the targets of indirect calls.
 * The call graph depends on them. From it we compute which functions may not return, and from
 * that the flow of each function. Effects need points-to and the call graph. Each part computes
 * the parts that it depends on.
 */
#ifndef DRIFT_STATIC_IMPL_H
#define DRIFT_STATIC_IMPL_H

#include "engine/static/flow/flow.h"
#include "engine/static/points/pointer.h"
#include "engine/static/points/wrapper.h"

/* What the machine does for an external function. */
typedef enum ExternKind {
	EXTERN_UNKNOWN, /* ends the run as unsupported, or is native and pure but for its pointers */
	EXTERN_SYSCALL,
	EXTERN_ALLOC,
	EXTERN_FREE,
	EXTERN_ALLOC_SIZE,
	EXTERN_COPY, /* memcpy, memmove */
	EXTERN_FILL, /* memset */
	EXTERN_SETJMP,
	EXTERN_LONGJMP,
	EXTERN_NUMBER_TEXT,
	EXTERN_TEXT_NUMBER,
	EXTERN_SETTLE, /* returns its argument */
	EXTERN_UNSUPPORTED,
} ExternKind;

/* How a system call's number shows what it does; see syscall.c. */
enum {
	SYS_WRITES = 1,   /* output to a descriptor */
	SYS_ENDS = 2,     /* may end the program */
	SYS_MAPS = 4,     /* the result is fresh memory */
	SYS_HANDLES = 8,  /* takes and gives back signal handlers */
	SYS_RETURNS = 16, /* fills memory behind its arguments */
	SYS_NEVER = 32,   /* does not return */
	SYS_FLAT = 64,    /* takes nothing in the memory it is given for an address */
	SYS_MOVES = 128,  /* may change where descriptors lead */
	SYS_LOOKS = 512,  /* leaves no trace in the kernel */
	SYS_STREAM = 256, /* concerns the descriptor that comes first, and nothing else */
};

typedef struct InsEffects {
	bool known; /* false until asked for */
	LocationSet mod, ref;
} InsEffects;

/* One function's share. */
typedef struct FnInfo {
	Flow *flow;     /* NULL until asked for */
	DefUse *defuse; /* likewise */
	u32 *block;     /* by instruction; likewise */
	u32 **callees;  /* by call number: ascending, callees[i][0] is the count */
	u64 *callers;   /* function << 32 | instruction, ascending */
	u32 n_callers;
	bool reachable;      /* from the roots */
	bool may_not_return; /* to its caller */
	bool never_returns;
	InsEffects *effects;              /* by instruction, NULL until asked for */
	LocationSet total_mod, total_ref; /* of a call of it, without its own locals */
	u32 scc;                          /* in the call graph, callees have lower numbers */
	bool recursive;                   /* more than one function in its component, or calls itself */
	u8 extern_kind;                   /* ExternKind, for one without body */
	IntMap sides;                     /* block << 32 | way + 1 -> index in Static.sides */
} FnInfo;

/* Whether a constant of the program has a conversion that prints an address. */
typedef enum Formats { FORMATS_UNASKED, FORMATS_OTHERS, FORMATS_ADDRESSES } Formats;

struct Static {
	const Program *p;
	Arena arena;           /* of all that lives as long as this */
	StaticOptions options; /* as given */
	u32 *roots;            /* functions called from outside */
	u32 n_roots;
	FnInfo *fns;             /* by function */
	u32 mortal;              /* SYS_*: calls of these kinds may end the program, by a signal */
	VEC(const char *) notes; /* what was given up */

	struct Closed *closed; /* see closed.h; NULL until asked for */
	Wrappers *wrappers;    /* allocation functions */
	struct PtGen *gen;     /* points-to, see generate.h; NULL until asked for */
	IntMap site_ids;       /* (function << 32 | instruction) + 1 -> call site in gen */
	VEC(Location) answer;  /* of static_points_to */

	Formats formats; /* what the program's constants let the C library print */

	bool has_calls, has_effects;   /* these parts are there */
	RefSet *total_mod, *total_ref; /* by component of the call graph, NULL until needed */
	RefSet written;                /* places that some instruction itself may write */
	bool has_written;              /* it is there */
	VEC(Location) locations;       /* numbered abstract locations */
	HintMap location_ids;          /* numbers of locations */
	VEC(LocationSet) sides;        /* answers of static_mod_side */
	HintMap set_ids;               /* indices in sets, so that equal sets are stored once */
	VEC(LocationSet) sets;
	struct Data *data; /* see data.c; NULL until asked for */
};

/* static.c */
void static_note(Static *s, const char *fmt, ...) printf_like(2, 3);
/* The constant an operand is, if it is one. */
bool operand_number(const Static *s, Operand o, u64 *value);
/* True if an operand of a function is a pointer by its type. */
bool operand_points(Static *s, u32 function, Operand o);
/* The function whose address this is, or NO_OPERAND. */
u32 function_at(const Program *p, u64 address);

/* syscall.c */
ExternKind extern_kind(const char *name);
/* Finds out where signals that the program asks for may end it. */
void syscall_prepare(Static *s);
/* What a call of __drift_syscall does, from the number it is given. */
u32 syscall_site(const Static *s, const Call *c);
/* True if the kernel, or a native function, may take the argument as an address. */
bool syscall_points(Static *s, u32 function, const Call *c, u32 arg);

/* answer.c, gen_object.c */
void need_pointers(Static *s);
void pointers_free(Static *s);
/* Functions that an indirect call may reach; false: the call is not reachable itself. */
bool pointer_callees(Static *s, u32 function, u32 ins, const RefSet **callees);
/* Functions that the kernel may run as signal handlers. */
const RefSet *pointer_handlers(Static *s);
u32 object_of(Static *s, AbstractKind kind, u32 a, u32 b);

/* callgraph.c */
void need_calls(Static *s);

/* effects.c */
void need_effects(Static *s);
/* True if an instruction of reachable code may write there. */
bool may_be_written(Static *s, const Location *p);

/* known.c */
/* The number that an operand is in all runs, if it is one and can be found out. */
bool known_number(Static *s, u32 function, Operand o, u64 *value);

/* data.c */
void data_free(Static *s);

#endif
