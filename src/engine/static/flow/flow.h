/* flow.h: private to src/engine/static. Graph algorithms on plain numbers, independent of
 * programs, so that tests can compare them with brute force.
 *
 * A Flow is made in this order. The caller sets succ_at and succ. flow_reach_exit makes sure
 * that all blocks have a path to the virtual exit. flow_finish does the rest.
 */
#ifndef DRIFT_STATIC_FLOW_FLOW_H
#define DRIFT_STATIC_FLOW_FLOW_H

#include "engine/static/static.h"

typedef VEC(FlowEdge) EdgeList;

/* Sets succ_at and succ from edges sorted by (from, k). */
void flow_set_edges(Flow *f, Arena *a, const FlowEdge *edges, size_t n);
/* Adds to *edges a way to the virtual exit for blocks that have none, one per component without
 * end. */
void flow_reach_exit(const Flow *f, EdgeList *edges);
void flow_finish(Flow *f, Arena *a);

/* flow_checked.c, in the checked build, after flow_finish. */
void flow_check(const Flow *f);

/* Parts of flow_finish. */
void flow_dominators(Flow *f, Arena *a);
void flow_control(Flow *f, Arena *a);
void flow_components(Flow *f, Arena *a);

/* Strongly connected components of a graph given by adjacency, smallest member first in comp;
 * comp[v] = number of v's component, numbered so that edges go from higher to lower numbers. */
u32 scc_find(u32 n, const u32 *at, const u32 *to, const bool *alive, u32 *comp);

#endif
