/* curve.c: a bounded number of points that show the progress of a search. */
#include "engine/explore/curve.h"

enum { MOST_POINTS = 200 };

static ResultPoint point(const ExploreStats *s, u64 found)
{
	return (ResultPoint){s->seconds, s->paths, found, s->solve.total_seconds};
}

void curve_tick(Curve *c, const ExploreStats *s, u64 found)
{
	if (++c->ticks < c->every)
		return;
	if (c->points.len >= MOST_POINTS) {
		for (size_t i = 0; 2 * i < c->points.len; i++)
			c->points.at[i] = c->points.at[2 * i];
		c->points.len = (c->points.len + 1) / 2;
		c->every = c->every ? 2 * c->every : 2;
	}
	vec_push(&c->points, point(s, found));
	c->ticks = 0;
}

void curve_fill(const Curve *c, const ExploreStats *s, u64 found, Result *r)
{
	vec_append(&r->curve, c->points.at, c->points.len);
	vec_push(&r->curve, point(s, found));
}

void curve_free(Curve *c)
{
	vec_free(&c->points);
}
