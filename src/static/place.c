/* place.c: questions about abstract locations, and their names for people. */
#include "static/impl.h"

u32 static_n_places(Static *s)
{
	need_effects(s);
	return (u32)s->places.len;
}

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

static void at_line(Static *s, u32 function, u32 ins, Buf *to)
{
	program_place(s->p, s->p->functions.at[function].ins[ins].loc, to);
}

void static_object_text(Static *s, u32 object, Buf *to)
{
	Abstract o = static_object(s, object);
	const Program *p = s->p;
	switch (o.kind) {
	case OBJECT_GLOBAL: buf_adds(to, p->globals.at[o.a].name); break;
	case OBJECT_SLOT: {
		const char *name = p->functions.at[o.a].slots[o.b].name;
		buf_addf(to, "%s.", p->functions.at[o.a].name);
		if (name)
			buf_adds(to, name);
		else
			buf_addf(to, "slot%u", o.b);
		break;
	}
	case OBJECT_ALLOCA:
		buf_addf(to, "%s.alloca@", p->functions.at[o.a].name);
		at_line(s, o.a, o.b, to);
		break;
	case OBJECT_HEAP:
		buf_addf(to, "heap@");
		at_line(s, o.a, o.b, to);
		break;
	case OBJECT_BYVAL: buf_addf(to, "%s.parameter%u", p->functions.at[o.a].name, o.b + 1); break;
	case OBJECT_VARARGS: buf_addf(to, "%s.varargs", p->functions.at[o.a].name); break;
	case OBJECT_FUNCTION: buf_addf(to, "%s()", p->functions.at[o.a].name); break;
	case OBJECT_TEXTS: buf_adds(to, "literals"); break;
	case OBJECT_ARGV: buf_adds(to, "argv"); break;
	case OBJECT_OUTSIDE: buf_adds(to, "outside"); break;
	case OBJECT_KERNEL: buf_adds(to, o.a ? "descriptors" : "kernel"); break;
	case OBJECT_STREAM: buf_adds(to, o.a == 1 ? "stdout" : o.a == 2 ? "stderr" : "files"); break;
	case OBJECT_STATUS: buf_adds(to, "exit-status"); break;
	case OBJECT_NUMBER: buf_adds(to, "number"); break;
	}
}

void static_place_text(Static *s, u32 place, Buf *to)
{
	Place p = s->places.at[place];
	static_object_text(s, p.object, to);
	if (p.stride)
		buf_addf(to, "[%llu mod %u]", (unsigned long long)p.offset, p.stride);
	else if (p.offset)
		buf_addf(to, "+%lld", (long long)p.offset);
	if (p.size)
		buf_addf(to, ":%llu", (unsigned long long)p.size);
}
