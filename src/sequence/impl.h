/* impl.h: what the files of src/sequence share.
 *
 * The stages, in order: lines.c finds lines that only their text tells to have changed; meet.c (with
 * depend.c, gone.c, checks.c, dominate.c, pairs.c and first.c) finds places; graph.c makes nodes of them; walk.c
 * makes edges.
 */
#ifndef DRIFT_SEQUENCE_IMPL_H
#define DRIFT_SEQUENCE_IMPL_H

#include "sequence/sequence.h"

enum {
	MOST_CHANGES = 256, /* that are looked at for places */
	MOST_PLACES = 64,   /* that become nodes */
	MOST_OUTPUTS = 256,
	MOST_OWN = 150000, /* of the user's own code, where places and outputs are looked for */
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

/* A point of a node. By block, the first of a block is at its beginning, and the others follow it
 * without anything between them. */
typedef struct SequenceMark {
	u32 function, ins;
	u32 node;
	bool behind; /* by block: another is in front of it, and leads to it */
} SequenceMark;

/* A change as points of NEW. */
typedef struct ChangePoints {
	VEC(Target) at;
} ChangePoints;

/* An interaction location before it is a node. */
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
/* Whether the function is of the user's program. */
static inline bool is_own(const SequenceGraph *g, u32 function)
{
	return g->p->functions.at[function].kind == FN_SUBJECT;
}

/* lines.c: adds changes that only the text tells. */
void sequence_lines(SequenceGraph *g);

/* meet.c: fills meetings. */
void sequence_meet(SequenceGraph *g);

/* walk.c: fills the edges of all nodes. */
void sequence_walk(SequenceGraph *g);

/* ---- depend.c: what depends on what in NEW, as a graph ---- */

/* A node is an instruction of the user's own, or stands between instructions: a run of memory, a
 * block, an entry of a function, a register that is a parameter. */
typedef struct DependNode {
	ChangeSet changes; /* that it depends on */
	u32 function, ins; /* NO_OPERAND: between */
	bool changed;      /* a point of a change */
	bool passes;       /* no statement: a call of the user's own functions, which hands on what is
						  theirs, the rest of a line that was edited, code without a line, a jump */
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
	IntMap memory_at;      /* place -> node */
	VEC(u32) places;       /* that have a node */
} Depend;

/* Is told of a node that depends on a change. */
typedef void (*DependFn)(void *ctx, u32 node, u32 change);

void depend_make(Depend *d, SequenceGraph *g);
void depend_free(Depend *d);
/* The node of an instruction; NO_OPERAND: it is not the user's own. */
u32 depend_ins(const Depend *d, u32 function, u32 ins);
/* An argument of a call depends on the change, and so do the parameters of the user's functions that
 * it may be. */
void depend_argument(Depend *d, Target call, u32 arg, DependFn fn, void *ctx, u32 change);
/* Whether changes may meet at the node: not where it only stands between others. */
static inline bool depend_is_statement(const Depend *d, u32 node)
{
	return d->nodes.at[node].ins != NO_OPERAND && !d->nodes.at[node].passes;
}

/* ---- gone.c: what depends on code that is gone ---- */

/* Calls fn for each node that depends on what only OLD had of the change. */
void depend_gone(Depend *d, u32 change, DependFn fn, void *ctx);
/* The same of memory that goes by the name of places of OLD. */
void depend_lost_memory(Depend *d, PlaceSet lost, u32 change, DependFn fn, void *ctx);

/* checks.c: calls fn for what looks at values behind a check that the change is, and that ends the
 * program. */
void depend_checks(Depend *d, u32 change, DependFn fn, void *ctx);

/* ---- dominate.c: what all ways from a change pass ---- */

/* Where a change comes into the graph. */
typedef struct ChangeSeeds {
	U32List own;    /* nodes that it changed */
	U32List direct; /* that depend on what is gone */
} ChangeSeeds;

enum { NOT_REACHED = NO_OPERAND - 1 };

typedef struct Dominate Dominate;

Dominate *dominate_new(const Depend *d);
void dominate_free(Dominate *x);
/* By node: the last statement that all ways from the change to it pass, NO_OPERAND: there is none,
 * NOT_REACHED: no way leads to it. The caller frees it. */
u32 *dominate_from(Dominate *x, const ChangeSeeds *seeds);

/* ---- pairs.c: which two changes meet where ---- */

/* A statement at which changes meet on ways of their own. */
typedef struct MeetingPoint {
	u32 node;
	u32 first, n; /* in Pairs.at */
} MeetingPoint;

typedef struct Pairs {
	VEC(MeetingPoint) points; /* by node */
	U32List at;               /* numbers of pairs */
	VEC(u64) pairs;           /* by number: change << 32 | change, the lesser first */
	IntMap number_of;         /* pair + 1 -> number */
} Pairs;

void pairs_find(Pairs *p, const Depend *d, const ChangeSeeds *seeds, u32 n);
void pairs_free(Pairs *p);

/* ---- first.c: where a pair has not met before ---- */

/* By point: how many of its pairs some way from the start brings there that has passed no other
 * point of the pair. The caller frees it. */
u32 *first_meetings(SequenceGraph *g, const Depend *d, const Pairs *p);

#endif
