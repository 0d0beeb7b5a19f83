/* static.h: what can be known about a program without running it.
 *
 * One Static belongs to one Program and answers, by function, block and instruction number:
 *
 *   flow       control flow with a virtual exit, dominators, post-dominators, nested components,
 *              control dependence                                   per function, on first use
 *   calls      possible callers and callees, functions that may not return, reachability
 *   points-to  where a register may point: inclusion-based, by byte offset within an object
 *   effects    what an instruction or a function may read and write
 *   def-use    registers and memory, for one function
 *   distance   control-dependence steps to a set of targets, across calls
 *
 * An abstract location is a range of bytes in an object: a global, a local, a heap block named
 * by the call that allocated it, or something that a program can only write: its output streams
 * and its exit status.
 *
 * Everything is computed on first use. Results do not depend on the order of requests, and
 * belong to the Static until static_free. The Program must outlive it.
 */
#ifndef DRIFT_STATIC_STATIC_H
#define DRIFT_STATIC_STATIC_H

#include "engine/load/program.h"

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
	bool calls_return; /* true if flow is as written: calls return, unless nothing follows them */
	bool field_blind;  /* true if objects have no fields: cheaper, coarser */
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

/* Returns what had to be given up, one line each; empty if nothing. */
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

/* The k-th edge out of a block. In order: CBR true, false; SWITCH default, cases; IBR as listed;
 * then, if there is one, the edge to the virtual exit. */
typedef struct FlowEdge {
	u32 from; /* block */
	u32 k;    /* number of the edge */
	u32 to;   /* block, or Flow.n for the virtual exit */
} FlowEdge;

typedef struct Flow {
	u32 n;        /* blocks; the number n itself is the virtual exit */
	u32 *succ_at; /* edges out of block b: succ[succ_at[b]] up to succ[succ_at[b + 1]] */
	u32 *succ;
	u32 *pred_at; /* likewise the blocks that lead to b; n + 1 entries are valid */
	u32 *pred;
	u32 *order; /* reachable blocks in reverse post-order, the virtual exit among them */
	u32 n_order;
	u32 *idom;    /* immediate dominator; NO_BLOCK for the entry and unreachable blocks */
	u32 *ipdom;   /* immediate post-dominator; NO_BLOCK for the exit */
	u32 *cdep_at; /* edges that block b directly depends on: cdep[cdep_at[b]] ... */
	FlowEdge *cdep;
	u32 n_components;
	Component *components; /* parents before children */
	u32 *component;        /* innermost one of each block, NO_BLOCK when in none */
} Flow;

const Flow *static_flow(Static *s, u32 function); /* NULL without a body */
/* Returns the block of an instruction. */
u32 static_block(Static *s, u32 function, u32 ins);
/* Returns true if every path from b to the virtual exit passes a. */
bool flow_postdominates(const Flow *f, u32 a, u32 b);
bool flow_dominates(const Flow *f, u32 a, u32 b);
/* Returns true if the k-th edge out of b leads to the virtual exit without a source-level jump:
 * a call that may not return, or an infinite loop. */
bool flow_is_exit(const Flow *f, u32 b, u32 k);

/* ---- calls ---- */

/* Returns the functions that a CALL instruction may enter, ascending. */
u32 static_callees(Static *s, u32 function, u32 ins, const u32 **callees);
/* Returns the calls that may enter a function, as function << 32 | instruction, ascending. */
u32 static_callers(Static *s, u32 function, const u64 **calls);
bool static_reachable(Static *s, u32 function); /* from the roots */
bool static_may_not_return(Static *s,
						   u32 function); /* exit, abort, longjmp, or something it calls */
bool static_never_returns(Static *s, u32 function);
/* With no_points_to: returns true if the function's address may be where it is not followed. */
bool static_leaked(Static *s, u32 function);
/* With no_points_to: likewise for a global. While it is false, only registers for which the
 * following functions return true hold its address. */
bool static_out_of_sight(Static *s, u32 global);
bool static_written(Static *s, u32 global);
/* Returns true if an access of size bytes (0: any) at the operand may touch bytes [first, end)
 * of it. */
bool static_may_touch(Static *s, u32 function, Operand o, u32 global, u64 first, u64 end, u64 size);
/* Returns true if the operand may be an address of it, or of something whose contents lead to
 * it. */
bool static_leads_to(Static *s, u32 function, Operand o, u32 global);
/* Returns true if an instruction does something that the machine does not run: see foreign.c. */
bool static_foreign(Static *s, u32 function, u32 ins);
/* Finds the next such instruction of reachable code from *function, *ins on; false: there is
 * none. */
bool static_next_foreign(Static *s, u32 *function, u32 *ins);
/* The same for what may depend on the layout of memory, which each version has of its own. */
bool static_next_layout(Static *s, u32 *function, u32 *ins);
/* The same for instructions whose effect may depend on the layout of memory: see layout.c. */
bool static_next_layout(Static *s, u32 *function, u32 *ins);
/* The same for calls that change more than memory: of the kernel, of the heap, of code that the
 * machine does not run. */
bool static_next_outer(Static *s, u32 *function, u32 *ins);
/* Return true if reachable code may install a signal handler, and if it calls setjmp; a call that
 * does is in *function, *ins. A call that installs no code is none: one that only asks, or gives
 * the kernel a constant action with the handler SIG_DFL or SIG_IGN. That needs no_points_to. */
bool static_handlers(Static *s, u32 *function, u32 *ins);
bool static_jumps(Static *s, u32 *function, u32 *ins);

/* ---- objects and points-to ---- */

typedef enum AbstractKind {
	OBJECT_GLOBAL,   /* a = global */
	OBJECT_SLOT,     /* a = function, b = slot */
	OBJECT_ALLOCA,   /* a = function, b = instruction */
	OBJECT_HEAP,     /* a = function, b = the call that makes it */
	OBJECT_BYVAL,    /* a = function, b = parameter: the callee's copy of a struct */
	OBJECT_VARARGS,  /* a = function: its variable arguments */
	OBJECT_FUNCTION, /* a = function */
	OBJECT_TEXTS,    /* all string literals, which are constant */
	OBJECT_ARGV,     /* made by the machine: argument vector, environment, their texts */
	OBJECT_OUTSIDE,  /* owned by the callers of the roots */
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

/* Bytes [offset, offset + size) of an object; with a stride, also all bytes that are a multiple
 * of it away, so offset < stride. size 0: to the object's end. */
typedef struct Location {
	u32 object;
	u32 stride; /* 0 = just this one */
	u64 offset;
	u64 size;
} Location;

u32 static_n_objects(Static *s);
Abstract static_object(Static *s, u32 object);
/* Returns the number of an object, or NO_OPERAND if no reachable code can point to it. */
u32 static_object_number(Static *s, AbstractKind kind, u32 a, u32 b);
/* Returns the objects that a heap block belongs to. The stack consists of (function,
 * instruction) calls, the call of __drift_alloc first. A block made through wrappers of malloc
 * has a name at each level. */
typedef struct StackCall {
	u32 function, ins;
} StackCall;
u32 static_heap_names(Static *s, const StackCall *stack, u32 n, u32 *objects, u32 max);

/* Returns where an operand of a function may point: locations of size 0 that mean addresses. The
 * list is valid until the next call of static_points_to. */
u32 static_points_to(Static *s, u32 function, Operand o, const Location **locations);
/* Returns what a call of the kernel or of a native function may reach through pointers in
 * memory, beyond what its arguments point to. Valid as long as the list of static_points_to. */
u32 static_reaches(Static *s, u32 function, u32 ins, const Location **locations);

/* ---- effects ---- */

/* A set of abstract locations: numbers of locations, ascending. */
typedef struct LocationSet {
	u32 n;
	const u32 *at;
} LocationSet;

Location static_location(Static *s, u32 location);
bool location_overlap(const Location *a, const Location *b);
/* Returns true if the bytes [offset, offset + size) of object are in the set. */
bool static_set_has(Static *s, LocationSet set, u32 object, u64 offset, u64 size);
bool static_sets_meet(Static *s, LocationSet a, LocationSet b);

/* Effects of one instruction; a CALL has the effects of all functions it may enter. */
LocationSet static_mod(Static *s, u32 function, u32 ins);
LocationSet static_ref(Static *s, u32 function, u32 ins);
/* Effects of a call of the function, seen from outside: without its own locals. */
LocationSet static_mod_function(Static *s, u32 function);
/* Returns what may be written between the k-th edge out of block b and b's immediate post-
 * dominator, including the callees' effects: what the side not taken could have defined. */
LocationSet static_mod_side(Static *s, u32 function, u32 block, u32 k);

/* ---- data ---- */

/* Returns true if an instruction may end the program on some inputs: an access through an
 * address that is computed from input, a division by such a value, a call of something with one. */
bool static_fails(Static *s, u32 function, u32 ins);
/* Likewise for any instruction between the k-th edge out of block b and b's immediate post-
 * dominator. */
bool static_side_fails(Static *s, u32 function, u32 block, u32 k);

/* Returns true if a system call may change the targets of descriptors. */
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
/* Likewise for registers only, which needs no points-to: mem and mem_at may be NULL. */
const DefUse *static_uses(Static *s, u32 function);
/* Stores the registers that an instruction reads, at most max; returns how many there are. */
u32 static_ins_uses(const Function *f, const Ins *in, u32 *regs, u32 max);
/* Returns the first register and number of registers that it sets. */
u32 static_ins_defs(const Function *f, const Ins *in, u32 *first);

/* Live registers: those that may still be read. */
typedef struct Live Live;
Live *static_live(Static *s, u32 function); /* NULL without a body */
u32 live_words(const Live *l);              /* 64-bit words of a set */
/* Live before the instruction is executed; calling: while its callee is. */
void live_at(const Live *l, Static *s, u32 ins, bool calling, u64 *set);
void live_free(Live *l);

/* ---- distance ---- */

#define FAR 0xffffffffu

typedef struct Target {
	u32 function, ins;
} Target;

/* Steps of control dependence to the nearest target; a call costs nothing. */
typedef struct Distance {
	u32 *at;    /* by function: where its blocks begin in of */
	u32 *of;    /* by block: steps, or FAR */
	u32 *entry; /* by function: steps from a call of it, or FAR */
} Distance;

Distance *static_distance(Static *s, const Target *targets, u32 n);
/* Returns the distance from the k-th edge out of a block: of the nearest block that depends on
 * it, plus one step. */
u32 static_distance_way(Static *s, const Distance *d, u32 function, u32 block, u32 k);
void distance_free(Distance *d);

/* Tells whether a target may be executed in or after a block, before its function returns. */
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

/* Writes Graphviz text of one function, or with NO_OPERAND of all functions of the subject. */
void static_graph(Static *s, GraphKind kind, u32 function, FILE *to);

#endif
