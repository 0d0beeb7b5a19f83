/* walk_stray.c: addresses in memory that no type declares as a pointer: in an array of int, in a
 * double, across two fields, behind the end of a text, at an odd address.
 *
 * The walk by types compares such words as bytes. Bytes that are equal in both versions may lead to
 * objects that are not, so they are followed as well. */
#include "versions/behaviour/walk.h"

#include "engine/load/layout.h"

enum {
	WORD = 8,
	PIECE = 1024, /* of a global that is looked at together */
};

/* The last WORD bytes of one version's memory, read one by one. */
typedef struct Window {
	u64 value;
	u32 set;      /* bytes in a row that are initialised */
	u32 symbolic; /* bytes since the last one with an expression, at most WORD */
} Window;

static void window_add(Window *v, LookByte b)
{
	v->value = v->value >> 8 | (u64)b.byte << 56;
	v->set = b.state == LOOK_SET ? v->set + 1 : 0;
	v->symbolic = b.e ? 0 : v->symbolic < WORD ? v->symbolic + 1 : WORD;
}

/* True if the word that ends here may be an address. At odd places we look for constant addresses only. */
static bool is_candidate(const Walk *w, const Window *v, u64 at)
{
	if (v->set < WORD)
		return false;
	if (v->symbolic < WORD && at % WORD)
		return false;
	return v->symbolic < WORD ? walk_is_address(w, OLD, at)
							  : v->value - REGION < REGION_SIZE && walk_is_address(w, OLD, at);
}

/* True if a pointer was met that has a byte of this word. */
static bool was_met(const Walk *w, u64 at)
{
	for (u64 k = at - (WORD - 1); k != at + WORD; k++)
		if (intmap_get(&w->words, k, NULL))
			return true;
	return false;
}

/* The end of a piece of a global in which no word was written, or i. */
static u64 skip_unchanged(const Walk *w, const MemoryPair *s, u64 i, u64 both)
{
	u64 from = i < WORD ? 0 : i - WORD, end = i + PIECE + WORD;
	if (!w->initial || i % PIECE || end > both)
		return i;
	MemoryPair around = {.at = {s->at[OLD] + from, s->at[NEW] + from}};
	return walk_unchanged(w, &around, end - from, end - from) ? i + PIECE : i;
}

void walk_stray(Walk *w, const char *name, const MemoryPair *s)
{
	u64 n[2] = {s->end[OLD] - s->at[OLD], s->end[NEW] - s->at[NEW]};
	u64 both = n[OLD] < n[NEW] ? n[OLD] : n[NEW];
	Window v = {0};
	for (u64 i = 0; i < both; i++) {
		for (u64 next; (next = skip_unchanged(w, s, i, both)) != i; i = next)
			v = (Window){0};
		u64 from = i - (WORD - 1);
		window_add(&v, machine_look_byte(w->u->machine[OLD], s->at[OLD] + i));
		if (!is_candidate(w, &v, s->at[OLD] + from) || was_met(w, s->at[OLD] + from))
			continue;
		MemoryPair here = {.at = {s->at[OLD] + from, s->at[NEW] + from},
						   .end = {s->end[OLD], s->end[NEW]}};
		if (walk_same(w, &here, WORD))
			walk_number(w, walk_name(w, "*(void **)((char *)%s + %u)", name, (u32)from), &here);
	}
}

bool walk_holds_address(const Walk *w, int side, u64 from, u64 end)
{
	Window v = {.symbolic = WORD};
	for (u64 at = from; at < end; at++) {
		window_add(&v, machine_look_byte(w->u->machine[side], at));
		if (v.set >= WORD && walk_is_address(w, side, at - (WORD - 1)))
			return true;
	}
	return false;
}
