/* walk_items.c: numbers, bytes and texts that a walk meets. */
#include "test/walk.h"

enum {
	MOST_ITEMS = 4096,
	MOST_BYTES = 65536, /* of an item */
	WORD = 8,
};

bool walk_room(Walk *w)
{
	if (w->left->items[OLD].len < MOST_ITEMS)
		return true;
	w->full = true;
	return false;
}

static const LookByte *look(Walk *w, int side, u64 at, u32 n)
{
	LookByte *bytes = arena_array(&w->left->arena, LookByte, n + 1);
	for (u32 k = 0; k < n; k++)
		bytes[k] = machine_look_byte(w->t->machine[side], at + k);
	return bytes;
}

static bool unchanged(const Walk *w, const Spot *s, u64 n)
{
	return w->initial && machine_look_unchanged(w->t->machine[OLD], s->at[OLD], n) &&
		   machine_look_unchanged(w->t->machine[NEW], s->at[NEW], n);
}

static void push(Walk *w, const LeftItem item[2])
{
	vec_push(&w->left->items[OLD], item[OLD]);
	vec_push(&w->left->items[NEW], item[NEW]);
}

/* The native programs look at what at least one version has set. */
static void plan_bytes(Walk *w, const LeftItem item[2], const Spot *s)
{
	u32 n = item[OLD].len;
	for (u32 k = 0; k < n;) {
		u32 from = k;
		while (k < n && !(item[OLD].bytes[k].undefined && item[NEW].bytes[k].undefined))
			k++;
		for (int side = OLD; k > from && side <= NEW; side++)
			walk_plan(w, side, "B %u %lld %u %u %u", w->node,
					  (long long)(s->at[side] + from - w->base[side]), k - from, item[OLD].bit,
					  item[OLD].bits);
		k += k == from;
	}
}

void walk_bytes(Walk *w, LeftKind kind, const char *name, const Spot *s, u32 n, bool is_signed,
				u8 bit, u8 bits)
{
	LeftItem item[2];
	bool set = false;
	if (!n || unchanged(w, s, n) || !walk_room(w))
		return;
	for (int side = OLD; side <= NEW; side++) {
		item[side] = (LeftItem){.kind = kind,
								.name = name,
								.is_signed = is_signed,
								.bit = bit,
								.bits = bits,
								.len = n,
								.bytes = look(w, side, s->at[side], n)};
		for (u32 k = 0; k < n; k++)
			set |= !item[side].bytes[k].undefined;
	}
	if (!set)
		return;
	push(w, item);
	plan_bytes(w, item, s);
}

/* As far as a text can go: to a zero that is there on the whole path, or to the end of its object.
 */
static u32 text_room(Walk *w, int side, const Spot *s)
{
	u64 room = s->end[side] - s->at[side];
	for (u32 k = 0; k < room && k < MOST_BYTES; k++) {
		LookByte b = machine_look_byte(w->t->machine[side], s->at[side] + k);
		if (!b.byte && !b.e && !b.undefined)
			return k + 1;
	}
	if (room > MOST_BYTES)
		walk_limit(w, "texts of more than %u bytes", MOST_BYTES);
	return room > MOST_BYTES ? MOST_BYTES : (u32)room;
}

void walk_text(Walk *w, const char *name, const Spot *s)
{
	LeftItem item[2];
	if (!walk_room(w))
		return;
	for (int side = OLD; side <= NEW; side++) {
		u32 n = text_room(w, side, s);
		item[side] = (LeftItem){
			.kind = LEFT_TEXT, .name = name, .len = n, .bytes = look(w, side, s->at[side], n)};
		walk_plan(w, side, "T %u %lld %u", w->node, (long long)(s->at[side] - w->base[side]), n);
	}
	push(w, item);
}

/* ---- bytes that may hold pointers ---- */

static bool leads_somewhere(const Walk *w, int side, u64 at)
{
	u64 value = 0;
	for (u32 k = 0; k < WORD; k++) {
		LookByte b = machine_look_byte(w->t->machine[side], at + k);
		if (b.undefined)
			return false;
		value |= (u64)b.byte << 8 * k;
	}
	Look l = machine_look(w->t->machine[side], value);
	return l.kind != LOOK_NULL && l.kind != LOOK_NOWHERE;
}

static Spot moved(const Spot *s, u64 by)
{
	return (Spot){.at = {s->at[OLD] + by, s->at[NEW] + by}, .end = {s->end[OLD], s->end[NEW]}};
}

static bool is_word(const Walk *w, const Spot *s, u64 i, u64 n)
{
	return i + WORD <= n && (s->at[OLD] + i) % WORD == 0 && (s->at[NEW] + i) % WORD == 0 &&
		   (leads_somewhere(w, OLD, s->at[OLD] + i) || leads_somewhere(w, NEW, s->at[NEW] + i));
}

void walk_raw(Walk *w, const char *name, const Spot *s, u64 n)
{
	static const CType *const unknown[2] = {NULL, NULL};
	if (n > MOST_BYTES) {
		walk_limit(w, "%s from byte %u on", name, MOST_BYTES);
		n = MOST_BYTES;
	}
	for (u64 i = 0; i < n;) {
		Spot here = moved(s, i);
		if (is_word(w, s, i, n)) {
			walk_pointer(w, walk_name(w, "*(void **)(%s + %u)", name, (u32)i), &here, unknown);
			i += WORD;
			continue;
		}
		u64 end = i;
		while (end < n && !is_word(w, s, end, n))
			end++;
		bool all = !i && end == n;
		const char *part = all ? name : walk_name(w, "%s[%u..%u]", name, (u32)i, (u32)end - 1);
		walk_bytes(w, LEFT_BYTES, part, &here, (u32)(end - i), false, 0, 0);
		i = end;
	}
}
