/* general.h: generalises the condition of a difference.
 *
 * A pair of paths has a condition and a pair of symbolic behaviours. The condition is often stronger
 * than necessary: it also has decisions that no output depends on, and neighbouring pairs of paths may
 * have the same two behaviours. A generalised condition is weaker. It still claims that every input of
 * the shape that satisfies it has the same pair of behaviours.
 *
 * partition.c takes the decisions that the outputs of both versions depend on, by a run that tracks
 * dependences. Runs of inputs that the path's condition excludes check the result.
 * weaken.c drops and widens parts as long as the solver proves that the rest implies the disjunction
 * of known pairs of paths.
 *
 * Both count their work. If they do not succeed, the condition stays as it was. The search owns what a
 * General uses; free the General first. */
#ifndef DRIFT_GENERAL_H
#define DRIFT_GENERAL_H

#include "versions/search/search.h"

typedef struct General General;

/* A difference: an input on which it was seen, and its condition. */
typedef struct GeneralCase {
	u32 shape;
	const Assignment *input; /* satisfies conds and differs */
	Expr differs;            /* where the two behaviours differ */
	ExprList *conds;         /* condition without the shape's base and without differs */
} GeneralCase;

General *general_new(Search *search);
void general_free(General *g);

/* Replaces conds by the condition of the input's partition by output, in both versions. The behaviours
 * of the input are the latest that the search observed. Returns false, and changes nothing, if that is
 * not a weaker condition with the same two behaviours. */
bool general_partition(General *g, GeneralCase *c);

/* Drops and widens parts of conds. known: conditions of pairs of paths with the same two behaviours,
 * without the base. Returns true if conds changed. */
bool general_weaken(General *g, GeneralCase *c, const ExprList *known, size_t n_known);

#endif
