/* curve.c: points of a search, in bounded number. */
#include "explore/curve.h"

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
	for (size_t i = 0; i < c->points.len; i++)
		vec_push(&r->curve, c->points.at[i]);
	vec_push(&r->curve, point(s, found));
}

void curve_free(Curve *c)
{
	vec_free(&c->points);
}
