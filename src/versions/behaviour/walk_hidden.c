/* walk_hidden.c: state that the caller of a function does not observe, but a later call will.
 *
 * That is the state of the C library (its variables, and memory behind them) and of the process
 * (open descriptors, mask, signals). It is no result of the function, and two versions may well
 * keep it in different ways. But if it differs, later calls may show a difference that this one
 * does not, and we report that. */
#include "versions/behaviour/walk.h"

#include "engine/os/os.h"

/* A variable of the C library in both versions; NO_OPERAND: only the other one has it. */
typedef struct Twin {
	u32 id[2];
} Twin;

struct HiddenState {
	VEC(Twin) twins;
};

static bool is_library_variable(const Global *g)
{
	return !g->subject && !g->constant && !g->absent && g->size && strcmp(g->name, "__drift_errno");
}

/* Static ones of one name are paired in their order. */
static u32 twin_of(const Program *p, const Global *like, const bool *taken)
{
	for (u32 i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		if (!taken[i] && is_library_variable(g) && g->size == like->size &&
			!strcmp(g->name, like->name))
			return i;
	}
	return NO_OPERAND;
}

HiddenState *hidden_state_new(const PostStates *u)
{
	HiddenState *a = xcalloc(1, sizeof *a);
	const Program *old = u->c.subject[OLD]->program, *newer = u->c.subject[NEW]->program;
	bool *taken = xcalloc(newer->globals.len + 1, 1);
	for (u32 i = 0; i < old->globals.len; i++) {
		const Global *g = &old->globals.at[i];
		if (!is_library_variable(g))
			continue;
		Twin twin = {{i, twin_of(newer, g, taken)}};
		if (twin.id[NEW] != NO_OPERAND)
			taken[twin.id[NEW]] = true;
		vec_push(&a->twins, twin);
	}
	for (u32 i = 0; i < newer->globals.len; i++)
		if (!taken[i] && is_library_variable(&newer->globals.at[i]))
			vec_push(&a->twins, ((Twin){{NO_OPERAND, i}}));
	free(taken);
	return a;
}

void hidden_state_free(HiddenState *a)
{
	if (!a)
		return;
	vec_free(&a->twins);
	free(a);
}

static bool is_changed(const PostStates *u, const Twin *twin)
{
	for (int side = OLD; side <= NEW; side++) {
		const Global *g = twin->id[side] == NO_OPERAND
							  ? NULL
							  : &u->c.subject[side]->program->globals.at[twin->id[side]];
		if (g && !machine_look_unchanged(u->machine[side], g->address, g->size))
			return true;
	}
	return false;
}

static void walk_twin(Walk *w, const Twin *twin)
{
	if (!is_changed(w->u, twin))
		return;
	if (twin->id[OLD] == NO_OPERAND || twin->id[NEW] == NO_OPERAND) {
		w->found = true;
		return;
	}
	MemoryPair s = {0};
	for (int side = OLD; side <= NEW; side++) {
		const Global *g = &w->u->c.subject[side]->program->globals.at[twin->id[side]];
		s.at[side] = g->address;
		s.end[side] = g->address + g->size;
	}
	walk_raw(w, "", &s, s.end[OLD] - s.at[OLD]);
}

static bool same_library(PostStates *u, const HiddenState *a)
{
	Walk w = {.u = u, .left = xcalloc(1, sizeof *w.left), .aside = true};
	w.left->refs = 1;
	for (size_t i = 0; i < a->twins.len && !w.found; i++)
		walk_twin(&w, &a->twins.at[i]);
	walk_visits(&w);
	bool same = !w.found && !w.full && !w.left->items[OLD].len && !w.left->items[NEW].len;
	walk_free(&w);
	post_drop(w.left);
	return same;
}

static bool same_handler(void *ctx, u64 old, u64 newer)
{
	const PostStates *u = ctx;
	return change_map_same_address(u->c.map, old, newer);
}

void hidden_state_observe(PostStates *u, const HiddenState *a)
{
	if (!same_library(u, a))
		post_states_unseen(u, "the state that the C library keeps for later calls");
	if (!os_same_process(machine_os(u->machine[OLD]), machine_os(u->machine[NEW]), same_handler, u))
		post_states_unseen(
			u, "the state that the system keeps for later calls (descriptors, signals, mask)");
}
