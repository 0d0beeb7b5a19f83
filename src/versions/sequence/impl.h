/* impl.h: shared by the files of src/versions/sequence.
 *
 * The stages, in order: lines.c finds lines whose change shows only in their text; meet.c (with
 * depend.c, gone.c, checks.c, dominate.c, pairs.c and first.c) finds interaction locations; graph.c
 * turns them into nodes; walk.c adds edges. */
#ifndef DRIFT_SEQUENCE_IMPL_H
#define DRIFT_SEQUENCE_IMPL_H

#include "versions/sequence/sequence.h"

enum {
	MOST_CHANGES = 256,  /* changes considered for interaction locations */
	MOST_LOCATIONS = 64, /* locations that become nodes */
	MOST_OUTPUTS = 256,
	MOST_OWN = 150000, /* instructions of the user's code; above, no locations and outputs */
	CHANGE_WORDS = MOST_CHANGES / 64,
};

/* A set of changes. */
typedef struct ChangeSet {
	u64 bits[CHANGE_WORDS];
} ChangeSet;

static inline bool change_set_equal(const ChangeSet *a, const ChangeSet *b)
{
	return !memcmp(a->bits, b->bits, sizeof a->bits);
}

static inline u32 change_set_count(const ChangeSet *a)
{
	u32 n = 0;
	for (u32 i = 0; i < CHANGE_WORDS; i++)
		n += (u32)__builtin_popcountll(a->bits[i]);
	return n;
}

/* A point of a node. By block, the first point of a block is at its beginning, and the others
 * follow it directly. */
typedef struct SequenceMark {
	u32 function, ins;
	u32 node;
	bool behind; /* by block: true if another point is before it, and leads to it */
} SequenceMark;

/* A change as points of NEW. */
typedef struct ChangePoints {
	VEC(Target) at;
} ChangePoints;

/* An interaction location before it becomes a node. */
typedef struct Meeting {
	Target at;
	ChangeSet changes;
	u32 firsts; /* pairs of changes that may meet here before they meet anywhere else */
} Meeting;

struct SequenceGraph {
	Arena arena;
	ChangeMap *map;
	const Program *p;     /* NEW */
	const Program *older; /* OLD */
	u32 entry;            /* as in SequenceOptions */
	Static *flow;         /* of NEW */
	bool by_block;        /* as in SequenceOptions */
	Static *meet[N_SIDES];
	VEC(SequenceNode) nodes;
	VEC(SequenceMark) marks;   /* sorted by function and instruction */
	u32 *mark_at;              /* by function: where its marks begin */
	VEC(ChangePoints) changes; /* by change */
	VEC(SequenceText) texts;   /* by change: see sequence_lines_of; first 0: those of the map */
	VEC(Meeting) meetings;
	VEC(ChangeSet) come; /* by change: those that its own code depends on */
	VEC(const char *) notes;
};

void sequence_note(SequenceGraph *g, const char *fmt, ...) printf_like(2, 3);
/* True if the function belongs to the user's program. */
static inline bool is_own(const SequenceGraph *g, u32 function)
{
	return g->p->functions.at[function].kind == FN_SUBJECT;
}

/* lines.c: adds changes that only show in the text. */
void sequence_lines(SequenceGraph *g);

/* meet.c: fills meetings. */
void sequence_meet(SequenceGraph *g);

/* walk.c: fills the edges of all nodes. */
void sequence_walk(SequenceGraph *g);

/* ---- depend.c: what depends on what in NEW, as a graph ---- */

/* A node is an instruction of the user's own code, or connects instructions: a run of memory, a
 * block, an entry of a function, a register that is a parameter. */
typedef struct DependNode {
	ChangeSet changes; /* changes that it depends on */
	u32 function, ins; /* NO_OPERAND: it connects instructions */
	bool changed;      /* true if it is a point of a change */
	bool passes;       /* true if it is no statement: a call of the user's own functions, which
                        * passes on what is theirs, the rest of an edited line, code without a line,
                        * a jump */
	u32 first;         /* edge from here, 0 = none */
} DependNode;

typedef struct DependEdge {
	u32 to;
	u32 next; /* edge of the same node, 0 = none */
} DependEdge;

typedef struct Depend {
	SequenceGraph *g;
	Static *s; /* of NEW, with points-to */
	VEC(DependNode) nodes;
	VEC(DependEdge) edges; /* [0] is none */
	u32 *ins_at;           /* by function: node of its first instruction, or NO_OPERAND */
	u32 *block_at;         /* of its first block */
	u32 *entry_at;         /* of its entry */
	IntMap parameter_at;   /* function, register -> node */
	IntMap memory_at;      /* location -> node */
	VEC(u32) locations;    /* that have a node */
} Depend;

/* Called for a node that depends on a change. */
typedef void (*DependFn)(void *ctx, u32 node, u32 change);

void depend_make(Depend *d, SequenceGraph *g);
void depend_free(Depend *d);
/* Returns the node of an instruction; NO_OPERAND: it is not the user's own code. */
u32 depend_ins(const Depend *d, u32 function, u32 ins);
/* Marks an argument of a call as dependent on the change, with the matching parameters of the
 * user's functions it may call. */
void depend_argument(Depend *d, Target call, u32 arg, DependFn fn, void *ctx, u32 change);
/* True if changes may meet at the node: it is not one that only connects others. */
static inline bool depend_is_statement(const Depend *d, u32 node)
{
	return d->nodes.at[node].ins != NO_OPERAND && !d->nodes.at[node].passes;
}

/* ---- gone.c: what depends on code that is gone ---- */

/* Calls fn for each node that depends on code of the change that only OLD has. */
void depend_gone(Depend *d, u32 change, DependFn fn, void *ctx);
/* The same for memory with the same names as locations of OLD. */
void depend_lost_memory(Depend *d, LocationSet lost, u32 change, DependFn fn, void *ctx);

/* checks.c: if the change is a check that ends the program, calls fn for the code behind it that
 * uses the checked values. */
void depend_checks(Depend *d, u32 change, DependFn fn, void *ctx);

/* ---- dominate.c: what all ways from a change pass ---- */

/* The nodes at which a change enters the graph. */
typedef struct ChangeSeeds {
	U32List own;    /* nodes that it changed */
	U32List direct; /* nodes that depend on deleted code */
} ChangeSeeds;

enum { NOT_REACHED = NO_OPERAND - 1 };

typedef struct Dominate Dominate;

Dominate *dominate_new(const Depend *d);
void dominate_free(Dominate *x);
/* By node: the last statement on all paths from the change to it; NO_OPERAND: there is none;
 * NOT_REACHED: no path leads to it. The caller frees it. */
u32 *dominate_from(Dominate *x, const ChangeSeeds *seeds);

/* ---- pairs.c: which two changes meet where ---- */

/* A statement at which changes meet independently. */
typedef struct MeetingPoint {
	u32 node;
	u32 first, n; /* in Pairs.at */
} MeetingPoint;

typedef struct Pairs {
	VEC(MeetingPoint) points; /* by node */
	U32List at;               /* numbers of pairs */
	VEC(u64) pairs;           /* by number: change << 32 | change, the lower first */
	IntMap number_of;         /* pair + 1 -> number */
} Pairs;

void pairs_find(Pairs *p, const Depend *d, const ChangeSeeds *seeds, u32 n);
void pairs_free(Pairs *p);

/* ---- first.c: where a pair has not met before ---- */

/* By point: the number of its pairs that some path from the start brings there without passing
 * another point of the pair. The caller frees it. */
u32 *first_meetings(SequenceGraph *g, const Depend *d, const Pairs *p);

#endif
