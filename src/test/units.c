/* units.c: with --entry: keeps what a run left behind, and what was not compared of it. */
#include "test/infect.h"
#include "test/walk.h"

enum { MOST_UNSEEN = 40 }; /* lines of what was not compared */

struct Units {
	Left *left; /* of the latest run, or NULL */
	NumberList globals;
	StrMap known; /* of unseen */
	StrList unseen;
	Aside *aside;  /* what later calls would find */
	bool coincide; /* equal bits may be addresses of different things */
	bool more;     /* there was no room for all */
	bool limited;  /* a limit kept something from being compared */
};

static void on_returned(void *ctx)
{
	Tester *t = ctx;
	left_drop(t->units->left);
	t->units->left = left_take(t);
	if (t->units->aside)
		aside_look(t, t->units->aside);
}

static bool is_variable(const Global *g)
{
	return g->subject && !g->constant && !g->absent && g->size;
}

static void find_globals(Tester *t)
{
	const Program *old = t->config.subject[OLD]->program;
	for (u32 i = 0; i < old->globals.len; i++)
		if (is_variable(&old->globals.at[i]) &&
			change_map_global(t->map, SIDE_OLD, i) != NO_OPERAND)
			vec_push(&t->units->globals, i);
}

void units_prepare(Tester *t)
{
	if (!t->config.entry)
		return;
	t->units = xcalloc(1, sizeof *t->units);
	t->pair.returned = on_returned;
	if (t->config.see & SEE_STATUS) {
		find_globals(t);
		t->units->aside = aside_new(t);
		t->units->coincide = coincide(t);
	}
}

void units_forget(Tester *t)
{
	Units *u = t->units;
	if (!u)
		return;
	left_drop(u->left);
	for (size_t i = 0; i < u->unseen.len; i++)
		free((char *)(uintptr_t)u->unseen.at[i]);
	vec_free(&u->unseen);
	strmap_free(&u->known);
	vec_free(&u->globals);
	aside_free(u->aside);
	free(u);
	t->units = NULL;
}

Left *units_left(const Tester *t)
{
	bool both = t->pair.value[OLD].returned && t->pair.value[NEW].returned && !tester_cut(t);
	return t->units && both ? t->units->left : NULL;
}

const NumberList *units_globals(const Tester *t)
{
	return &t->units->globals;
}

bool units_coincide(const Tester *t)
{
	return t->units->coincide;
}

void units_unseen(Tester *t, const char *what)
{
	Units *u = t->units;
	u32 known;
	if (strmap_get(&u->known, what, &known))
		return;
	if (u->unseen.len >= MOST_UNSEEN) {
		u->more = true;
		return;
	}
	strmap_put(&u->known, what, 1);
	vec_push(&u->unseen, xstrdup(what));
}

void units_limit(Tester *t)
{
	t->units->limited = true;
}

bool units_limited(const Tester *t)
{
	return t->units && t->units->limited;
}

/* Objects are made one for each pointer; a caller might give the same twice. */
static bool may_alias(const Tester *t)
{
	const Shape *s = &t->config.inputs->shapes.at[0];
	u32 objects = 0;
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		const Part *owner = part->owner ? &s->parts.at[part->owner - 1] : NULL;
		bool inside = owner && owner->kind == PART_STRUCT;
		objects += part->kind != PART_INT && !part->by_value && !inside;
	}
	return objects > 1;
}

void units_not_compared(const Tester *t, void *ctx, void (*fn)(void *ctx, const char *what))
{
	const Units *u = t->units;
	if (!u || t->same_code || !(t->config.see & SEE_STATUS))
		return;
	if (may_alias(t))
		fn(ctx, "calls with two pointers to the same object");
	Buf first = {0};
	if (first_values(t, &first))
		fn(ctx, buf_str(&first));
	buf_free(&first);
	for (size_t i = 0; i < u->unseen.len; i++)
		fn(ctx, u->unseen.at[i]);
	if (u->more)
		fn(ctx, "and more");
}

bool units_data_changed(const Tester *t)
{
	for (u32 i = 0; t->config.entry && i < change_map_count(t->map); i++) {
		const Change *c = change_map_at(t->map, i);
		if (c->part[OLD].global != NO_OPERAND || c->part[NEW].global != NO_OPERAND)
			return true;
	}
	return false;
}
