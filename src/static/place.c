/* place.c: questions about abstract locations. */
#include "static/impl.h"

Place static_place(Static *s, u32 place)
{
	return s->places.at[place];
}

/* With strides the offsets count modulo their common divisor. */
bool place_overlap(const Place *a, const Place *b)
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

bool static_set_has(Static *s, PlaceSet set, u32 object, u64 offset, u64 size)
{
	Place p = {object, 0, offset, size};
	for (u32 i = 0; i < set.n; i++)
		if (place_overlap(&s->places.at[set.at[i]], &p))
			return true;
	return false;
}

bool static_sets_meet(Static *s, PlaceSet a, PlaceSet b)
{
	for (u32 i = 0; i < a.n; i++)
		for (u32 k = 0; k < b.n; k++)
			if (place_overlap(&s->places.at[a.at[i]], &s->places.at[b.at[k]]))
				return true;
	return false;
}
