/* walk_system.c: the process after a call: descriptors, signals, mask, ids, limits. src/engine/os
 * finds the differences. */
#include "versions/behaviour/walk.h"

#include "engine/os/os.h"

enum { WORD = 8 };

/* Addresses of handlers, and of the signal stack. */
static bool is_same(void *ctx, u64 old, u64 newer)
{
	const Walk *w = ctx;
	Look a = machine_look(w->u->machine[OLD], old), b = machine_look(w->u->machine[NEW], newer);
	if (a.kind != b.kind)
		return false;
	if (a.kind == LOOK_NULL || a.kind == LOOK_NOWHERE) /* SIG_DFL, SIG_IGN */
		return old == newer;
	if (a.kind == LOOK_FUNCTION && change_map_same_address(w->u->c.map, old, newer)) {
		if (!change_map_same(w->u->c.map, OLD, a.number))
			post_states_unseen(w->u, "the behaviour of a function that handles a signal");
		return true;
	}
	return a.kind == LOOK_OBJECT && old - a.lo == newer - b.lo &&
		   change_map_same_address(w->u->c.map, a.lo, b.lo);
}

/* A number that may depend on the input. */
static void add_number(Walk *w, const char *name, const OsDifference *d)
{
	ExprPool *pool = w->u->pool;
	if (!walk_room(w))
		return;
	for (int side = OLD; side <= NEW; side++) {
		Expr e = (Expr)(u32)d->tag[side];
		if (e && expr_width(pool, e) != 64) {
			walk_limit(w, "%s, which depends on the input", name);
			return;
		}
	}
	for (int side = OLD; side <= NEW; side++) {
		Expr e = (Expr)(u32)d->tag[side];
		LookByte *bytes = arena_array(&w->left->arena, LookByte, WORD);
		for (u32 k = 0; k < WORD; k++)
			bytes[k] = (LookByte){.byte = (u8)(d->value[side] >> 8 * k),
								  .e = e ? expr_extract(pool, e, 8 * k, 8) : 0};
		PostItem item = {.kind = POST_NUMBER,
						 .name = name,
						 .at = POST_NOWHERE,
						 .is_signed = true,
						 .len = WORD,
						 .bytes = bytes};
		vec_push(&w->left->items[side], item);
	}
}

static void on_difference(void *ctx, const OsDifference *d)
{
	Walk *w = ctx;
	const char *name = walk_name(w, "(%s)", d->name);
	walk_observe(w, d->kind);
	if (d->numbers)
		add_number(w, name, d);
	else
		walk_texts(w, name, d->text[OLD], d->text[NEW]);
}

void walk_system(Walk *w)
{
	Os *os[2] = {machine_os(w->u->machine[OLD]), machine_os(w->u->machine[NEW])};
	os_differences(os, is_same, on_difference, w);
}
