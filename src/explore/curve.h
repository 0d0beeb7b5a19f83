/* curve.h: how a search went: a few points of it, for pictures.
 *
 * Points come several times a second; when there are too many, every second one goes and from then on
 * fewer are taken. So their number is bounded however long the search takes.
 */
#ifndef DRIFT_EXPLORE_CURVE_H
#define DRIFT_EXPLORE_CURVE_H

#include "explore/explore.h"
#include "result/result.h"

typedef struct Curve {
	VEC(ResultPoint) points;
	u32 every; /* ticks for a point; 0 is 1 */
	u32 ticks; /* since the latest */
} Curve;

/* Several times a second; found: differences or errors so far. */
void curve_tick(Curve *c, const ExploreStats *s, u64 found);
/* Into the result, with a last point. */
void curve_fill(const Curve *c, const ExploreStats *s, u64 found, Result *r);
void curve_free(Curve *c);

#endif
