/* entry_globals.c: globals as inputs of the function under --entry.
 *
 * A global is a part that owns its fields, like the object of a pointer. Fields without parts
 * keep their initial values: functions, pointers to objects, fields that are too large.
 */
#include "engine/input/entry_build.h"

enum {
	MOST_BYTES = 4096, /* of a global that varies */
	MOST_GLOBALS = 32, /* that vary */
	DEEPEST = 8,       /* types inside of types that are compared */
};

/* ---- the same in both versions ---- */

static bool same_type(const CType *a, const CType *b, u32 depth)
{
	if (a == b || !depth)
		return true;
	if (!a || !b || a->kind != b->kind || a->size != b->size || a->is_signed != b->is_signed ||
		a->is_bool != b->is_bool || a->count != b->count || a->n_fields != b->n_fields)
		return false;
	for (u32 i = 0; i < a->n_fields; i++) {
		const CField *x = &a->fields[i], *y = &b->fields[i];
		if (strcmp(x->name, y->name) || x->bit != y->bit || x->bits != y->bits ||
			!same_type(x->type, y->type, depth - 1))
			return false;
	}
	return (!a->to && !b->to) || same_type(a->to, b->to, depth - 1);
}

/* ---- the first input ---- */

/* What a part of a global begins with, as a start has it. */
static void first_value(const Global *g, const Part *part, Buf *to)
{
	u64 n = part->kind == PART_INT ? part->width / 8u : part->bound, value = 0;
	if (!g->init || part->is_pointer || part->offset + n > g->size)
		return;
	if (part->kind != PART_INT) {
		buf_add(to, (const char *)g->init + part->offset, n);
		return;
	}
	memcpy(&value, g->init + part->offset, n);
	unsigned shift = 64 - part->width;
	if (part->is_signed)
		buf_addf(to, "%lld", (long long)((i64)(value << shift) >> shift));
	else
		buf_addf(to, "%llu", (unsigned long long)value);
}

/* ---- parts ---- */

static bool has_part(const Shape *s, const char *name)
{
	for (size_t i = 0; i < s->parts.len; i++)
		if (!strcmp(s->parts.at[i].name, name))
			return true;
	return false;
}

/* C hides a global behind a parameter of its name. */
static char *name_of(const Shape *s, const Global *g)
{
	return has_part(s, g->name) ? xasprintf("::%s", g->name) : xstrdup(g->name);
}

static void add_global(Builder *b, GlobalsHow how, const EntryGlobal *numbers, const Global *g,
					   bool same)
{
	char *name = name_of(b->shape, g);
	if (how == GLOBALS_VARY && (!same || g->size > MOST_BYTES)) {
		build_untried(b, "", name);
		free(name);
		return;
	}
	Part *part = shape_add(b->shape, PART_STRUCT, ROLE_GLOBAL, name);
	part->bound = (u32)g->size;
	part->zero = how == GLOBALS_ZERO;
	part->global[0] = numbers->number[0];
	part->global[1] = numbers->number[1];
	b->global_part = (u32)b->shape->parts.len;
	FieldLocation at = {b->global_part, 0, b->depth - 1, false};
	if (how == GLOBALS_VARY) {
		if (g->type->kind == CTYPE_STRUCT)
			build_fields(b, name, ".", at, g->type);
		else
			build_field(b, name, at, g->type);
	}
	free(name);
}

void inputs_globals(Inputs *in, const Entry *e, GlobalsHow how, const Program *const program[2],
					const EntryGlobalList *list, EntryBounds bounds)
{
	Err ignored;
	Builder b = {.shape = &in->shapes.at[0],
				 .entry = e,
				 .bound = bounds.bytes,
				 .depth = bounds.depth > 2 ? bounds.depth : 2,
				 .in = in,
				 .err = &ignored};
	size_t before = b.shape->parts.len;
	for (size_t i = 0; i < list->len; i++) {
		const Global *g[2];
		for (int side = 0; side < 2; side++)
			g[side] = &program[side]->globals.at[list->at[i].number[side]];
		b.global = g[1];
		bool same = i < MOST_GLOBALS && g[1]->type && g[0]->size == g[1]->size &&
					same_type(g[0]->type, g[1]->type, DEEPEST);
		add_global(&b, how, &list->at[i], g[1], same);
	}
	build_limits(&b);
	Start *start = &in->starts.at[0];
	start->values = xrealloc(start->values, (b.shape->parts.len + 1) * sizeof *start->values);
	for (size_t i = before; i <= b.shape->parts.len; i++)
		start->values[i] = (Buf){0};
	for (size_t i = before; i < b.shape->parts.len; i++) {
		const Part *part = &b.shape->parts.at[i];
		const Part *owner = part->owner ? &b.shape->parts.at[part->owner - 1] : NULL;
		if (owner && owner->role == ROLE_GLOBAL)
			first_value(&program[1]->globals.at[owner->global[1]], part, &start->values[i]);
	}
}
