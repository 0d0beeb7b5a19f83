/* state.c: does the effect of a change live at the end of a run?
 *
 * The globals of both versions are compared when the run is over. If they differ and the outputs do
 * not, an input that goes on from there may show it. Places that differ in runs of no change, such
 * as addresses, are left out. Only variables that both versions have are compared, up to a limit.
 * This finds good starts and supports no verdict. */
#include "engine/machine/look.h"
#include "versions/search/mutate/mutate.h"

enum {
	MOST_BYTES = 1 << 16, /* of all variables together */
	PLACE = 8,            /* bytes of a place that differs or not */
	MOST_PLACES = 3       /* places that tell one effect from another */
};

static bool is_variable(const Global *g)
{
	return g->subject && !g->constant && !g->absent && g->size;
}

void state_begin(Bench *b)
{
	const Program *old = b->search->config.subject[OLD]->program;
	const Program *newer = b->search->config.subject[NEW]->program;
	u32 places = 0;
	for (u32 i = 0; i < old->globals.len; i++) {
		const Global *g = &old->globals.at[i];
		u32 other = is_variable(g) ? change_map_global(b->search->changes.map, OLD, i) : NO_OPERAND;
		if (other == NO_OPERAND || newer->globals.at[other].size != g->size ||
			places + (g->size + PLACE - 1) / PLACE > MOST_BYTES / PLACE)
			continue;
		StateVariable v = {{g->address, newer->globals.at[other].address}, (u32)g->size, i, places};
		vec_push(&b->variables, v);
		places += v.size / PLACE + 1;
	}
	b->ignored = xcalloc(places + 1, sizeof *b->ignored);
}

void state_end(Bench *b)
{
	vec_free(&b->variables);
	free(b->ignored);
}

/* Two effects are alike if the same places have values of the same size. */
static void add_place(Bench *b, u32 place, const u8 *old, const u8 *newer)
{
	key_number(&b->key, place);
	buf_addc(&b->key, (char)magnitude(*old));
	buf_addc(&b->key, (char)magnitude(*newer));
}

bool state_compare(Bench *b)
{
	u32 n = 0, before;
	buf_reset(&b->which);
	for (size_t i = 0; i < b->variables.len; i++) {
		const StateVariable *v = &b->variables.at[i];
		before = n;
		const u8 *at[2];
		for (int side = OLD; side <= NEW; side++)
			at[side] = machine_look_raw(b->runner[side].m, v->at[side]);
		if (!memcmp(at[OLD], at[NEW], v->size))
			continue;
		for (u32 k = 0; k < v->size; k += PLACE) {
			u32 size = v->size - k < PLACE ? v->size - k : PLACE, place = v->first + k / PLACE;
			if (b->ignored[place] || !memcmp(at[OLD] + k, at[NEW] + k, size))
				continue;
			b->ignored[place] = !b->changed;
			if (b->changed && n++ < MOST_PLACES)
				add_place(b, place, at[OLD] + k, at[NEW] + k);
		}
		if (n == before)
			continue;
		b->variable = b->which.len ? b->variable : v->global;
		key_number(&b->which, i);
	}
	return n;
}
