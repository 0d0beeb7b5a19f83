/* flow.h: private to src/static. Graph algorithms on plain numbers, apart from any program, so
 * that they can be held against brute force.
 *
 * A Flow is made in this order: succ_at and succ by the caller, whose blocks all have a way to
 * the virtual exit after flow_reach_exit; then flow_finish does the rest.
 */
#ifndef DRIFT_STATIC_FLOW_FLOW_H
#define DRIFT_STATIC_FLOW_FLOW_H

#include "static/static.h"

typedef VEC(FlowEdge) EdgeList;

/* Sets succ_at and succ from edges sorted by (from, k). */
void flow_set_edges(Flow *f, Arena *a, const FlowEdge *edges, size_t n);
/* Adds to *edges a way to the virtual exit for blocks that have none, one per component without
 * end. */
void flow_reach_exit(const Flow *f, EdgeList *edges);
void flow_finish(Flow *f, Arena *a);

/* Parts of flow_finish. */
void flow_dominators(Flow *f, Arena *a);
void flow_control(Flow *f, Arena *a);
void flow_components(Flow *f, Arena *a);

/* Strongly connected components of a graph given by adjacency, smallest member first in comp;
 * comp[v] = number of v's component, numbered so that edges go from higher to lower numbers. */
u32 scc_find(u32 n, const u32 *at, const u32 *to, const bool *alive, u32 *comp);

#endif
