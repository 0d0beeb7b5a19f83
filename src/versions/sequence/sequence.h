/* sequence.h: in which order changes can be executed, and where they meet.
 *
 * The change sequence graph of two versions (Böhme, Oliveira and Roychoudhury, FSE 2013) is built
 * from NEW's code alone. Its nodes are
 *
 *   start, end  of the program
 *   change      the points of a change in NEW; for a deletion, the markers where it would be; and
 *               lines whose change shows only in their text (`c = v` is now `c = lhs`)
 *   place       an interaction location: an unchanged statement that depends, by data or control,
 *               on two changes or more independently. Only where the set of changes grows: on some
 *               path they were executed and have not met before
 *   output      a call that writes to a stream or a file
 *
 * An edge leads from a node to each node that may be executed next without another one between
 * them, by control flow across calls and returns; a call returns to its call site. The paper also
 * has an edge from each change to each location that depends on it, whether control can go there or
 * not, and none out of an output; here all edges are control flow.
 *
 * The graph orders and explains. No verdict on two versions depends on it.
 *
 * The caller owns the graph. It keeps pointers to the map, the program and the Statics. */
#ifndef DRIFT_SEQUENCE_H
#define DRIFT_SEQUENCE_H

#include "versions/changes/version.h"

typedef enum SequenceKind {
	SEQUENCE_START,
	SEQUENCE_END,
	SEQUENCE_CHANGE,
	SEQUENCE_MEETING,
	SEQUENCE_OUTPUT,
} SequenceKind;

typedef struct SequenceNode {
	SequenceKind kind;
	u32 change;           /* CHANGE: its number; those of the map first, then lines of text */
	u32 function;         /* of its first point; NO_OPERAND: it has none */
	u32 file, line;       /* likewise; line 0: unknown */
	u32 n_points;         /* instructions of NEW, one for each block; 0: no code reaches it */
	const Target *points; /* ascending */
	u32 n_meet;           /* PLACE: changes that meet here, at least two; CHANGE: others that it
                           * depends on */
	const u32 *meet;      /* ascending */
	u32 n_next;           /* edges */
	const u32 *next;      /* nodes, ascending */
} SequenceNode;

/* Lines whose change shows only in their text. */
typedef struct SequenceText {
	u32 file, first, last; /* of NEW */
} SequenceText;

typedef struct SequenceGraph SequenceGraph;

typedef struct SequenceOptions {
	Static *flow;          /* of NEW: flow and calls */
	Static *meet[N_SIDES]; /* with points-to, for locations and outputs; NULL: the graph has none */
	u32 entry;             /* function of NEW that is called instead of main, or NO_OPERAND */
	bool outputs;          /* true: outputs are nodes */
	bool by_block;         /* true: edges are those that an observer of block entries sees */
} SequenceOptions;

/* True if the program is too large to compute locations: points-to would take minutes. */
bool sequence_is_large(const Program *p);
SequenceGraph *sequence_graph(ChangeMap *map, const Program *const program[N_SIDES],
							  const SequenceOptions *o);
void sequence_graph_free(SequenceGraph *g);

u32 sequence_count(const SequenceGraph *g); /* nodes: start, end, then the others */
const SequenceNode *sequence_node(const SequenceGraph *g, u32 node);
u32 sequence_changes(const SequenceGraph *g); /* those of the map, and lines of text */
/* True if the change only shows in the text: the map does not have it. */
bool sequence_is_text(const SequenceGraph *g, u32 change);
/* Returns the edited lines, if the map has none or others; NULL: those of the map. */
const SequenceText *sequence_lines_of(const SequenceGraph *g, u32 change);
/* What was left out, one line each. */
u32 sequence_notes(const SequenceGraph *g, const char *const **lines);
enum { SEQUENCE_START_NODE, SEQUENCE_END_NODE };

/* orders.c: counts the orders in which changes can be executed for the first time, including the
 * empty one, up to most. */
u64 sequence_orders(const SequenceGraph *g, u64 most);

/* ---- for people and programs ---- */

/* "cut.c:12 (main)"; "?" when unknown. */
void sequence_meeting_text(const SequenceGraph *g, u32 node, Buf *to);
/* Prints a change as reports number it, from 1, with its lines: "change 2 (cut.c:5)". */
void sequence_change_text(const SequenceGraph *g, u32 change, Buf *to);
void sequence_print(const SequenceGraph *g, FILE *to);
void sequence_json(const SequenceGraph *g, FILE *to);
void sequence_dot(const SequenceGraph *g, FILE *to);

#endif
