/* generate.h: private to src/engine/static. Constraints of a program for the points-to solver. */
#ifndef DRIFT_STATIC_POINTS_GENERATE_H
#define DRIFT_STATIC_POINTS_GENERATE_H

#include "engine/static/impl.h"

/* A call whose target is a register, or the kernel's calls of handlers (function NO_OPERAND). */
typedef struct IndirectCall {
	u32 function, ins;
	RefSet callees; /* functions found so far */
} IndirectCall;

/* One function's nodes, made when it is found reachable. */
typedef struct FnNodes {
	u32 *reg;    /* by register: node, or NO_NODE; NULL while not reachable */
	u32 *ret;    /* by result */
	u32 *def;    /* by register: instruction + 1 that sets it; only while it is looked at */
	u32 varargs; /* node that points to its variable arguments, or NO_NODE */
} FnNodes;

typedef struct PtGen {
	Static *s;
	const Program *p;
	Pointers *pt;
	FnNodes *fns;
	VEC(Abstract) objects; /* by the solver's object number */
	KeyMap object_ids;     /* kind, a, b -> object + 1 */
	VEC(u32) unread;       /* globals whose first contents are still to be read */
	IntMap consts;         /* constant operand -> node + 1 */
	IntMap deep;           /* see gen_deep: function << 32 | instruction -> node + 1 */
	VEC(IndirectCall) sites;
	VEC(u32) queue; /* functions that became reachable */
	u32 kernel;     /* node that points to what the kernel keeps, or NO_NODE */
	u32 number;     /* node: a number that may be an address that got lost */
	u32 escaped;    /* node: all addresses that may have got lost */
	u32 apart;      /* node: those of which a distance to another object was taken */
	bool reading;
} PtGen;

enum { HANDLER_SITE = 0 }; /* in PtGen.sites */

u32 gen_object(PtGen *g, AbstractKind kind, u32 a, u32 b);
/* The object that is there under this number is found by what it is. */
void gen_name_object(PtGen *g, u32 object);
/* A node that points to the start of an object. */
u32 gen_pointer_to(PtGen *g, AbstractKind kind, u32 a, u32 b);
u32 gen_reg(PtGen *g, u32 function, u32 reg);
u32 gen_operand(PtGen *g, u32 function, Operand o); /* NO_NODE: never a pointer */
u32 gen_kernel(PtGen *g);
bool gen_carries(Type t);   /* holds a pointer as it is */
bool gen_may_point(Type t); /* wide enough that its value may be an address */

/* escape.c */
void gen_escape_begin(PtGen *g);
void gen_escape(PtGen *g, u32 node);            /* what it points to may come back by any number */
void gen_any_number(PtGen *g, u32 to);          /* may be an address that came back */
void gen_looked_at(PtGen *g, u32 f, Operand o); /* something else than the value shows its bits */
void gen_meet(PtGen *g, u32 f, const Ins *in);  /* an address may be looked up by another's bits */
void gen_mixed(PtGen *g, u32 f, const Ins *in); /* the result has bits of the operands */
void gen_fill(PtGen *g, u32 address, u32 f, Operand byte); /* a run of bytes is written */
/* Bytes from outside are written to what the node points to, at any offset. */
void gen_fill_any(PtGen *g, u32 address);
/* What may be read and written from outside beyond the blocks that the call gives. */
u32 gen_deep(PtGen *g, u32 f, u32 ins, const Call *c);
void gen_external(PtGen *g, u32 f, u32 ins, const Call *c, u32 result);
/* A difference of two addresses made by field arithmetic from one pointer: done, if true. */
bool gen_near(PtGen *g, u32 f, const Ins *in);

void gen_reach(PtGen *g, u32 function);
void gen_body(PtGen *g, u32 function);
/* answer.c: an empty one, with the options of s. */
PtGen *gen_make(Static *s);
void gen_free(PtGen *g);

/* keep.c: what was found is kept for later, if the program is; and taken from there, or NULL. */
void points_keep(const Static *s);
PtGen *points_recall(Static *s);
/* As bytes, to whole numbers of 4; NULL: they are not what was written. */
void points_write(const PtGen *g, Buf *to);
PtGen *points_read(Static *s, const void *bytes, size_t n);

/* gen_call.c */
void gen_call(PtGen *g, u32 function, u32 ins);
void gen_found(void *gen, u64 cookie, u32 object);

#endif
