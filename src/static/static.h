/* static.h: what can be known about a program without running it.
 *
 * One Static stands beside one Program and answers, by function, block and instruction number:
 *
 *   flow       control flow with a virtual exit, dominators, post-dominators, nested components,
 *              control dependence                                   per function, on first use
 *   calls      who may call whom, who may not return, what is reachable
 *   points-to  where a register may point: inclusion-based, by byte offset within an object
 *   effects    what an instruction or a function may read and write
 *   def-use    registers and memory, for one function
 *   distance   control-dependence steps to a set of targets, across calls
 *
 * An abstract location is a run of bytes in an object: a global, a local, a heap block named by the
 * call that asked for it, or one of the things a program can only write: its output streams and
 * its exit status.
 *
 * Everything is computed when first asked for, is the same in whatever order it is asked, and
 * belongs to the Static until static_free. The Program must outlive it.
 */
#ifndef DRIFT_STATIC_STATIC_H
#define DRIFT_STATIC_STATIC_H

#include "load/program.h"

typedef struct Static Static;

#define NO_BLOCK 0xffffffffu

typedef struct StaticOptions {
	const u32 *roots;  /* functions called from outside; their pointers may point to anything
						  that the outside owns */
	u32 n_roots;       /* 0: __drift_start, or every function of a subject without main */
	bool no_points_to; /* an indirect call may reach every function whose address may be anywhere,
						  unless the target can be followed (closed.h): cheaper, and leaves nothing
						  out */
	const u32 *leaked; /* with no_points_to: functions whose address is elsewhere as well */
	u32 n_leaked;
	bool calls_return; /* flow as it is written: no call ends the program, unless nothing follows */
	bool field_blind;  /* objects have no fields: cheaper, coarser */
	bool copies_only;  /* points-to follows copies and field arithmetic, not what is made of an
						  address's bits: cheaper, finer, and leaves out what the rest may do; for
						  guesses */
	bool careful;      /* every access through an address that is not fixed may fail, not only those
						  whose address is computed from input */
	u64 budget;        /* set elements that points-to may move before it gives up fields;
						  0 = some thirty seconds' worth */
} StaticOptions;

Static *static_new(const Program *p, const StaticOptions *o); /* o may be NULL */
void static_free(Static *s);

/* What had to be given up, one line each; empty when nothing was. */
u32 static_notes(Static *s, const char *const **lines);

/* ---- flow ---- */

/* A strongly connected component of more than one block, or a block with an edge to itself. */
typedef struct Component {
	u32 parent;   /* component around it, NO_BLOCK at the outermost level */
	u32 depth;    /* 0 at the outermost level */
	u32 header;   /* its first block in reverse post-order: the entry of a natural loop */
	u32 n_blocks; /* with those of the components inside */
	u32 *blocks;  /* ascending */
	u32 n_exits;  /* edges that leave it */
	struct FlowEdge *exits;
} Component;

/* The k-th way out of a block. In order: CBR true, false; SWITCH default, cases; IBR as listed;
 * then, where there is one, the way to the virtual exit. */
typedef struct FlowEdge {
	u32 from; /* block */
	u32 k;    /* which way out of it */
	u32 to;   /* block, or Flow.n for the virtual exit */
} FlowEdge;

typedef struct Flow {
	u32 n;        /* blocks; the number n itself is the virtual exit */
	u32 *succ_at; /* ways out of block b: succ[succ_at[b]] up to succ[succ_at[b + 1]] */
	u32 *succ;
	u32 *pred_at; /* likewise the blocks that lead to b; n + 1 entries are valid */
	u32 *pred;
	u32 *order; /* reachable blocks in reverse post-order, the virtual exit among them */
	u32 n_order;
	u32 *idom;    /* immediate dominator; NO_BLOCK for the entry and unreachable blocks */
	u32 *ipdom;   /* immediate post-dominator; NO_BLOCK for the exit */
	u32 *cdep_at; /* ways that block b directly depends on: cdep[cdep_at[b]] ... */
	FlowEdge *cdep;
	u32 n_components;
	Component *components; /* parents before children */
	u32 *component;        /* innermost one of each block, NO_BLOCK when in none */
} Flow;

const Flow *static_flow(Static *s, u32 function); /* NULL without a body */
/* The block of an instruction. */
u32 static_block(Static *s, u32 function, u32 ins);
/* Whether every path from b to the virtual exit passes a. */
bool flow_postdominates(const Flow *f, u32 a, u32 b);
bool flow_dominates(const Flow *f, u32 a, u32 b);
/* Whether the k-th way out of b leads to the virtual exit without a source-level jump: a call that
 * may not return, or a loop without end. */
bool flow_is_exit(const Flow *f, u32 b, u32 k);

/* ---- calls ---- */

/* Functions that a CALL instruction may enter, ascending. */
u32 static_callees(Static *s, u32 function, u32 ins, const u32 **callees);
/* Calls that may enter a function, as function << 32 | instruction, ascending. */
u32 static_callers(Static *s, u32 function, const u64 **calls);
bool static_reachable(Static *s, u32 function); /* from the roots */
bool static_may_not_return(Static *s,
						   u32 function); /* exit, abort, longjmp, or something it calls */
bool static_never_returns(Static *s, u32 function);
/* With no_points_to: whether the function's address may be where nobody followed it. */
bool static_leaked(Static *s, u32 function);
/* With no_points_to: the same of a global. While it is false, only registers that the following
 * answers are true of hold its address. */
bool static_out_of_sight(Static *s, u32 global);
bool static_written(Static *s, u32 global);
/* Whether an access of size bytes (0: any) at the operand may touch bytes [first, end) of it. */
bool static_may_touch(Static *s, u32 function, Operand o, u32 global, u64 first, u64 end, u64 size);
/* Whether the operand may be an address of it, or of something whose contents lead to it. */
bool static_leads_to(Static *s, u32 function, Operand o, u32 global);
/* Whether an instruction does something that the machine does not run: see foreign.c. */
bool static_foreign(Static *s, u32 function, u32 ins);
/* The next such instruction of reachable code from *function, *ins on; false: there is none. */
bool static_next_foreign(Static *s, u32 *function, u32 *ins);
/* Whether reachable code may install a signal handler, and whether it calls setjmp. */
bool static_handlers(Static *s);
bool static_jumps(Static *s);

/* ---- objects and points-to ---- */

typedef enum AbstractKind {
	OBJECT_GLOBAL,   /* a = global */
	OBJECT_SLOT,     /* a = function, b = slot */
	OBJECT_ALLOCA,   /* a = function, b = instruction */
	OBJECT_HEAP,     /* a = function, b = the call that makes it */
	OBJECT_BYVAL,    /* a = function, b = parameter: the callee's copy of a struct */
	OBJECT_VARARGS,  /* a = function: its variable arguments */
	OBJECT_FUNCTION, /* a = function */
	OBJECT_TEXTS,    /* all string literals, which nothing can change */
	OBJECT_ARGV,     /* what the machine lays out: argument vector, environment, their texts */
	OBJECT_OUTSIDE,  /* what the callers of the roots own */
	OBJECT_KERNEL, /* what the kernel keeps: signal handlers, files, time; a = 1: where descriptors
					  lead */
	OBJECT_STREAM, /* a = 1 stdout, 2 stderr, 3 all other output: only ever written */
	OBJECT_STATUS, /* how the program ends */
	OBJECT_NUMBER, /* no object: any number, see escape.c */
} AbstractKind;

typedef struct Abstract {
	AbstractKind kind;
	u32 a, b; /* see AbstractKind */
	u64 size; /* bytes; 0 = unknown */
} Abstract;

/* Bytes [offset, offset + size) of an object; with a stride, also all that lie a multiple of
 * it away, so offset < stride. size 0: to the object's end. */
typedef struct Place {
	u32 object;
	u32 stride; /* 0 = just this one */
	u64 offset;
	u64 size;
} Place;

u32 static_n_objects(Static *s);
Abstract static_object(Static *s, u32 object);
/* Number of an object, or NO_OPERAND when no reachable code can point to it. */
u32 static_object_number(Static *s, AbstractKind kind, u32 a, u32 b);
/* The objects a heap block goes by. The stack is of (function, instruction) calls, the call of
 * __drift_alloc first; a block made through wrappers of malloc has a name at each level. */
typedef struct CallPlace {
	u32 function, ins;
} CallPlace;
u32 static_heap_names(Static *s, const CallPlace *stack, u32 n, u32 *objects, u32 max);

/* Where an operand of a function may point: places of size 0 that mean addresses. The list is
 * good until the next call of static_points_to. */
u32 static_points_to(Static *s, u32 function, Operand o, const Place **places);
/* What a call of the kernel or of a native function may reach beyond what its arguments point to:
 * by pointers in memory. The list is good as long as that of static_points_to. */
u32 static_reaches(Static *s, u32 function, u32 ins, const Place **places);

/* ---- effects ---- */

/* A set of abstract locations: numbers of places, ascending. */
typedef struct PlaceSet {
	u32 n;
	const u32 *at;
} PlaceSet;

Place static_place(Static *s, u32 place);
bool place_overlap(const Place *a, const Place *b);
/* Whether the bytes [offset, offset + size) of object are in the set. */
bool static_set_has(Static *s, PlaceSet set, u32 object, u64 offset, u64 size);
bool static_sets_meet(Static *s, PlaceSet a, PlaceSet b);

/* Of one instruction; a CALL has the effects of all it may enter. */
PlaceSet static_mod(Static *s, u32 function, u32 ins);
PlaceSet static_ref(Static *s, u32 function, u32 ins);
/* Of a call of the function, seen from outside: without its own locals. */
PlaceSet static_mod_function(Static *s, u32 function);
/* What may be written between the k-th way out of block b and b's immediate post-dominator,
 * the callees' effects included: what the side not taken could have defined. */
PlaceSet static_mod_side(Static *s, u32 function, u32 block, u32 k);

/* ---- data ---- */

/* Whether an instruction may end the program for some inputs: an access through an address that is
 * computed from input, a division by such a value, a call of something with one. */
bool static_fails(Static *s, u32 function, u32 ins);
/* Whether one between the k-th way out of block b and b's immediate post-dominator may. */
bool static_side_fails(Static *s, u32 function, u32 block, u32 k);

/* Whether a system call may change where descriptors lead. */
bool static_moves(u64 number);

/* ---- def-use, within one function ---- */

typedef struct DefUse {
	u32 *def;    /* by register: the instruction that sets it; NO_OPERAND for a parameter */
	u32 *use_at; /* by register: use[use_at[r]] up to use[use_at[r + 1]] read it */
	u32 *use;    /* instructions */
	u32 *mem_at; /* by instruction: mem[mem_at[i]] up to mem[mem_at[i + 1]] may have written
					what i may read, and i may come after them */
	u32 *mem;    /* instructions */
} DefUse;

const DefUse *static_defuse(Static *s, u32 function); /* NULL without a body */
/* The same of registers only, which needs no points-to: mem and mem_at may be NULL. */
const DefUse *static_uses(Static *s, u32 function);
/* Registers that an instruction reads, at most max are stored; returns how many there are. */
u32 static_ins_uses(const Function *f, const Ins *in, u32 *regs, u32 max);
/* First register and number of registers that it sets. */
u32 static_ins_defs(const Function *f, const Ins *in, u32 *first);

/* Registers that may be read from somewhere on. */
typedef struct Live Live;
Live *static_live(Static *s, u32 function); /* NULL without a body */
u32 live_words(const Live *l);              /* 64-bit words of a set */
/* Before the instruction is executed; calling: while what it calls is. */
void live_at(const Live *l, Static *s, u32 ins, bool calling, u64 *set);
void live_free(Live *l);

/* ---- distance ---- */

#define FAR 0xffffffffu

typedef struct Target {
	u32 function, ins;
} Target;

/* Steps of control dependence to the nearest target; a call weighs nothing. */
typedef struct Distance {
	u32 *at;    /* by function: where its blocks begin in of */
	u32 *of;    /* by block: steps, or FAR */
	u32 *entry; /* by function: steps from a call of it, or FAR */
} Distance;

Distance *static_distance(Static *s, const Target *targets, u32 n);
/* From the k-th way out of a block: the nearest that depends on it, one step included. */
u32 static_distance_way(Static *s, const Distance *d, u32 function, u32 block, u32 k);
void distance_free(Distance *d);

/* Whether a target may be executed in or after a block, before its function returns. */
typedef struct Later Later;
Later *static_later(Static *s, const Target *targets, u32 n);
bool later_from(const Later *l, u32 function, u32 block);
void later_free(Later *l);

/* ---- graphs for people ---- */

typedef enum GraphKind {
	GRAPH_CFG,
	GRAPH_CDG,
	GRAPH_CALLS,
	GRAPH_PDG,
} GraphKind;

/* Graphviz text of one function, or with NO_OPERAND of all functions of the subject. */
void static_graph(Static *s, GraphKind kind, u32 function, FILE *to);

#endif
