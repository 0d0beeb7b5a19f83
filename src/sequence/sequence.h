/* sequence.h: in which order changes can be executed, and where they meet.
 *
 * The change sequence graph of two versions (Böhme, Oliveira and Roychoudhury, FSE 2013) is made of
 * NEW's code alone. Its nodes are
 *
 *   start, end  of the program
 *   change      the points of a change in NEW; of a deletion, the markers where it would be; and
 *               lines that only their text tells to have changed (`c = v` is now `c = lhs`)
 *   place       an interaction location: a statement that no change touched and to which two
 *               changes or more come, by data or control, on ways of their own. Only where the set of
 *               changes grows: on some way they were executed and have not met before
 *   output      a call that writes to a stream or a file
 *
 * An edge leads from a node to each that may be executed next without another one between them, by
 * control flow across calls and returns; a call returns to where it came from. The paper also has an
 * edge from each change to each place that depends on it, whether control can go there or not, and
 * none out of an output; here all edges are control flow.
 *
 * A graph orders and explains. Nothing that is said of two versions stands on it.
 *
 * It belongs to the caller and keeps pointers to the map, the program and the Statics.
 */
#ifndef DRIFT_SEQUENCE_H
#define DRIFT_SEQUENCE_H

#include "version/version.h"

typedef enum SequenceKind {
	SEQUENCE_START,
	SEQUENCE_END,
	SEQUENCE_CHANGE,
	SEQUENCE_PLACE,
	SEQUENCE_OUTPUT,
} SequenceKind;

typedef struct SequenceNode {
	SequenceKind kind;
	u32 change;           /* CHANGE: its number; those of the map first, then lines of text */
	u32 function;         /* of its first point; NO_OPERAND: it has none */
	u32 file, line;       /* likewise; line 0: unknown */
	u32 n_points;         /* instructions of NEW, one for each block; 0: no code comes to it */
	const Target *points; /* ascending */
	u32 n_meet;           /* PLACE: changes that meet here, at least two; CHANGE: others that it
							 depends on */
	const u32 *meet;      /* ascending */
	u32 n_next;           /* edges */
	const u32 *next;      /* nodes, ascending */
} SequenceNode;

/* Lines that the text tells to have changed. */
typedef struct SequenceText {
	u32 file, first, last; /* of NEW */
} SequenceText;

typedef struct SequenceGraph SequenceGraph;

typedef struct SequenceOptions {
	Static *flow;          /* of NEW: flow and calls */
	Static *meet[N_SIDES]; /* with points-to, for places and outputs; NULL: there are none */
	u32 entry;             /* function of NEW that is called instead of main, or NO_OPERAND */
	bool outputs;          /* outputs are nodes */
	bool by_block;         /* edges are those of who only sees blocks being entered */
} SequenceOptions;

/* Whether the program is too large for places: points-to of such takes minutes. */
bool sequence_is_large(const Program *p);
SequenceGraph *sequence_graph(ChangeMap *map, const Program *const program[N_SIDES],
							  const SequenceOptions *o);
void sequence_graph_free(SequenceGraph *g);

u32 sequence_count(const SequenceGraph *g); /* nodes: start, end, then the others */
const SequenceNode *sequence_node(const SequenceGraph *g, u32 node);
u32 sequence_changes(const SequenceGraph *g); /* those of the map, and lines of text */
/* Whether only the text tells of the change: the map does not have it. */
bool sequence_is_text(const SequenceGraph *g, u32 change);
/* The lines that were edited, where the map has none or others; NULL: those of the map. */
const SequenceText *sequence_lines_of(const SequenceGraph *g, u32 change);
/* What was left out, one line each. */
u32 sequence_notes(const SequenceGraph *g, const char *const **lines);
enum { SEQUENCE_START_NODE, SEQUENCE_END_NODE };

/* orders.c: in how many orders changes can be executed for the first time, the empty one
 * included; counts up to most. */
u64 sequence_orders(const SequenceGraph *g, u64 most);

/* ---- for people and programs ---- */

/* "cut.c:12 (main)"; "?" when unknown. */
void sequence_place_text(const SequenceGraph *g, u32 node, Buf *to);
/* Number of a change as reports have it, from 1, with its lines: "change 2 (cut.c:5)". */
void sequence_change_text(const SequenceGraph *g, u32 change, Buf *to);
void sequence_print(const SequenceGraph *g, FILE *to);
void sequence_json(const SequenceGraph *g, FILE *to);
void sequence_dot(const SequenceGraph *g, FILE *to);

#endif
