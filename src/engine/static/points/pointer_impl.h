/* pointer_impl.h: private to the points-to solver. */
#ifndef DRIFT_STATIC_POINTS_POINTER_IMPL_H
#define DRIFT_STATIC_POINTS_POINTER_IMPL_H

#include "engine/static/points/pointer.h"

typedef enum EdgeOp {
	EDGE_ADD, /* offset + imm, and stride */
	EDGE_ROUND,
	EDGE_OR,
	EDGE_BITS, /* any offset, without numbers */
	EDGE_MIX,  /* any offset, with them */
} EdgeOp;

typedef struct PtEdge {
	u32 to;
	u8 op;
	u32 stride;
	i64 imm;
} PtEdge;

typedef enum ComplexKind {
	COMPLEX_LOAD, /* of 1, 2, 4 and 8 bytes */
	COMPLEX_STORE = COMPLEX_LOAD + PT_WIDTHS,
	COMPLEX_COPY_TO = COMPLEX_STORE + PT_WIDTHS, /* where a memory copy goes; index = copy */
	COMPLEX_COPY_FROM,
	COMPLEX_CALL,
	COMPLEX_PAIR, /* index = pair */
} ComplexKind;

/* A constraint that needs the elements of a node's set. */
typedef struct Complex {
	ComplexKind kind;
	u64 index; /* other node, copy or cookie */
} Complex;

typedef struct PtNode {
	u32 parent;            /* itself, or what it was merged into */
	u32 stride;            /* every ref here is folded to it; 0 = none */
	u32 loads[PT_WIDTHS];  /* node that holds all that is loaded through it, or NO_NODE */
	u32 stores[PT_WIDTHS]; /* node that holds all that is stored through it, or NO_NODE */
	bool closed;           /* nothing will flow in but along the edges that there are */
	RefSet set;
	RefSet sent; /* what went along the edges already */
	RefSet seen; /* what the complex constraints know already */
	VEC(PtEdge) edges;
	VEC(Complex) complex;
} PtNode;

typedef struct Init {
	i64 offset;
	u32 ref;
	bool words;
} Init;

/* A memory copy between two refs, kept with the object it reads. */
typedef struct CopyWatch {
	u32 from, to; /* refs */
	u64 length;   /* 0 = unknown */
} CopyWatch;

typedef struct MemObject {
	u64 size; /* 0 = unknown */
	bool blind, callable;
	bool number; /* not an object, see pt_set_number */
	bool folded; /* too many refs: new ones are folded to FOLD */
	VEC(u32) refs;
	VEC(u32) contents; /* refs with a content node, as ref * PT_WIDTHS + width */
	VEC(u32) views;    /* refs with a view node, likewise */
	VEC(Init) inits;
	VEC(CopyWatch) watches;
} MemObject;

typedef struct MemCopy {
	u32 to, from; /* nodes */
	u64 length;
	u32 coarse; /* node that everything goes through once there are too many pairs, or NO_NODE */
} MemCopy;

/* Two values in one operation. */
typedef struct PtPair {
	u32 a, b, to;  /* nodes */
	bool distance; /* counts if they are of different objects, otherwise if both are addresses */
	bool done;     /* the bits of both go to `to` */
} PtPair;

/* More refs than that and an object's offsets are folded; more pairs than that and a memory copy
 * is taken as one of whole objects. Nearer than MARGIN to an object, its neighbourhood has offsets
 * of its own, which fields of other types need; what is farther may be anywhere in it. */
enum { MAX_REFS = 128, FEW_REFS = 16, FOLD = 8, MAX_PAIRS = 1024, MARGIN = 1 << 20 };

/* What adding to a ref gave before: most sets meet the same few sums again and again. */
typedef struct Moved {
	u32 ref, stride; /* ref + 1; 0 = free */
	i64 imm;
	u32 result;
} Moved;
enum { MOVED_SIZE = 1 << 16 };

struct Pointers {
	VEC(PtNode) nodes;
	VEC(Ref) refs;
	VEC(MemObject) objects;
	VEC(MemCopy) copies;
	VEC(PtPair) pairs;
	u32 number, escaped; /* a ref and a node, or NO_NODE */
	HintMap ref_ids;     /* numbers of refs */
	IntMap edge_ids;     /* copies: from << 32 | to */
	IntMap watch_ids;    /* from << 32 | to -> position in the watches of its object + 1 */
	bool field_blind;    /* from the start, or since the budget is used up */
	Moved *moved;        /* MOVED_SIZE of them */
	bool copies_only;    /* bits of addresses are not followed */
	bool changed;        /* since the wave began */
	bool gave_up;        /* the budget was used up */
	bool refold;         /* an object was folded: sets still have its old refs */
	u64 work, budget;
	CallFound *found;
	void *context;
	VEC(u32) twins; /* pairs of nodes that are to become one */
	VEC(u32) fresh; /* refs whose content memory copies have not been told of */
	RefSet delta;   /* scratch */
};

u32 node_find(Pointers *pt, u32 n);
void add_edge(Pointers *pt, u32 from, PtEdge e);
/* Adds to node n what `more` becomes along e. */
void pass_on(Pointers *pt, const RefSet *more, PtEdge e);
void run_complex(Pointers *pt, u32 n);

#endif
