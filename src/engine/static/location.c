/* location.c: questions about abstract locations. */
#include "engine/static/impl.h"

Location static_location(Static *s, u32 location)
{
	return s->locations.at[location];
}

/* With strides the offsets count modulo their common divisor. */
bool location_overlap(const Location *a, const Location *b)
{
	if (a->object != b->object)
		return false;
	u64 g = gcd64(a->stride, b->stride);
	if (!g) {
		i64 x = (i64)a->offset, y = (i64)b->offset;
		return (!b->size || x < y + (i64)b->size) && (!a->size || y < x + (i64)a->size);
	}
	if (!a->size || !b->size || a->size >= g || b->size >= g)
		return true;
	u64 d = (b->offset % g + g - a->offset % g) % g; /* from a up to b */
	return d < a->size || g - d < b->size;
}

bool static_set_has(Static *s, LocationSet set, u32 object, u64 offset, u64 size)
{
	Location p = {object, 0, offset, size};
	for (u32 i = 0; i < set.n; i++)
		if (location_overlap(&s->locations.at[set.at[i]], &p))
			return true;
	return false;
}

bool static_sets_meet(Static *s, LocationSet a, LocationSet b)
{
	for (u32 i = 0; i < a.n; i++)
		for (u32 k = 0; k < b.n; k++)
			if (location_overlap(&s->locations.at[a.at[i]], &s->locations.at[b.at[k]]))
				return true;
	return false;
}
