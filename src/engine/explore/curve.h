/* curve.h: the progress of a search as a few points, for plots.
 *
 * Points are added several times a second. When there are too many, every second one is removed
 * and from then on fewer are added. So their number is bounded, however long the search takes.
 */
#ifndef DRIFT_EXPLORE_CURVE_H
#define DRIFT_EXPLORE_CURVE_H

#include "engine/explore/explore.h"
#include "output/result/result.h"

typedef struct Curve {
	VEC(ResultPoint) points;
	u32 every; /* ticks per point; 0 means 1 */
	u32 ticks; /* ticks since the latest point */
} Curve;

/* Called several times a second. found: differences or errors so far. */
void curve_tick(Curve *c, const ExploreStats *s, u64 found);
/* Writes the points to the result, with a last one. */
void curve_fill(const Curve *c, const ExploreStats *s, u64 found, Result *r);
void curve_free(Curve *c);

#endif
