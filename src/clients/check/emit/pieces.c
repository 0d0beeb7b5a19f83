/* pieces.c: the values that a run-time check compares: the result, what parameters point to, globals. */
#include "clients/check/emit/emit.h"

enum {
	MOST_NESTED = 4,    /* structs in structs */
	MOST_ELEMENTS = 16, /* of an array that is compared by element */
};

bool emit_same_layout(const CType *a, const CType *b, u32 depth)
{
	if (!a || !b || !depth)
		return !depth || a == b;
	if (a->kind != b->kind || a->size != b->size || a->n_fields != b->n_fields ||
		a->is_signed != b->is_signed || a->count != b->count)
		return false;
	if (a->kind == CTYPE_POINTER || a->kind == CTYPE_ARRAY)
		return emit_same_layout(a->to, b->to, depth - 1);
	for (u32 i = 0; i < a->n_fields; i++)
		if (strcmp(a->fields[i].name, b->fields[i].name) || a->fields[i].bit != b->fields[i].bit ||
			a->fields[i].bits != b->fields[i].bits ||
			!emit_same_layout(a->fields[i].type, b->fields[i].type, depth - 1))
			return false;
	return true;
}

/* The root that pieces belong to. */
typedef struct Under {
	const char *root, *field, *guard; /* guard: in C, whether it is there; NULL: always */
} Under;

static const char *kept(Emit *e, char *text)
{
	const char *own = arena_strdup(&e->arena, text);
	free(text);
	return own;
}

static bool add(Emit *e, const Under *u, const char *how, const char *value)
{
	if (e->pieces.len == EMIT_PIECES)
		return emit_refuse(e, NULL, "more than %d values would be compared", EMIT_PIECES);
	char *text = xasprintf("%s%s%s%s(%zu, %s);", u->guard ? "if (" : "", u->guard ? u->guard : "",
						   u->guard ? ") " : "", how, e->pieces.len, value);
	vec_push(&e->pieces, ((EmitPiece){text, u->root, u->field}));
	return true;
}

static bool walk(Emit *e, const Under *u, const char *value, const CType *type, u32 depth);

static bool walk_fields(Emit *e, const Under *u, const char *value, const CType *type, u32 depth)
{
	for (u32 i = 0; i < type->n_fields; i++) {
		const CField *f = &type->fields[i];
		bool named = *f->name;
		Under in = {u->root, u->field ? u->field : named ? f->name : NULL, u->guard};
		const char *at = named ? kept(e, xasprintf("%s.%s", value, f->name)) : value;
		if (!walk(e, &in, at, f->type, depth))
			return false;
	}
	return true;
}

static bool walk_array(Emit *e, const Under *u, const char *value, const CType *type, u32 depth)
{
	bool plain = type->to && (type->to->kind == CTYPE_INT || type->to->kind == CTYPE_FLOAT) &&
				 type->to->size <= 8;
	if (plain && type->count)
		return add(e, u, "DRIFT_BYTES", value);
	for (u64 i = 0; i < type->count && i < MOST_ELEMENTS; i++)
		if (!walk(e, u, kept(e, xasprintf("%s[%llu]", value, (unsigned long long)i)), type->to,
				  depth))
			return false;
	return true;
}

static bool walk(Emit *e, const Under *u, const char *value, const CType *type, u32 depth)
{
	if (!type || !depth)
		return true;
	switch (type->kind) {
	case CTYPE_INT:
	case CTYPE_FLOAT: return type->size > 8 || add(e, u, "DRIFT_VALUE", value);
	case CTYPE_POINTER: return add(e, u, "DRIFT_VALUE", kept(e, xasprintf("(%s) != 0", value)));
	case CTYPE_ARRAY: return walk_array(e, u, value, type, depth - 1);
	case CTYPE_STRUCT: return walk_fields(e, u, value, type, depth - 1);
	default: return true; /* a union does not say which of its members counts */
	}
}

/* What a pointer leads to. */
static bool walk_target(Emit *e, const char *root, const char *pointer, const CType *to)
{
	Under u = {root, NULL, kept(e, xasprintf("(%s) != 0", pointer))};
	if (!to || !to->size)
		return true;
	if (to->is_text)
		return add(e, &u, "DRIFT_TEXT", pointer);
	return walk(e, &u, kept(e, xasprintf("(*(%s))", pointer)), to, MOST_NESTED);
}

static bool add_globals(Emit *e)
{
	const Program *old = e->config.program[0], *newer = e->config.program[1];
	const Function *f = &newer->functions.at[e->config.function[1]];
	for (size_t i = 0; i < newer->globals.len; i++) {
		const Global *g = &newer->globals.at[i];
		u32 other;
		if (!g->subject || g->constant || !g->type || g->unit != f->unit || strchr(g->name, '.') ||
			!strmap_get(&old->global_by_name, g->name, &other))
			continue;
		if (!emit_same_layout(old->globals.at[other].type, g->type, 8))
			return emit_refuse(e, NULL, "the variable %s has another type in OLD", g->name);
		Under u = {g->name, NULL, NULL};
		if (!walk(e, &u, g->name, g->type, MOST_NESTED))
			return false;
	}
	return true;
}

bool emit_pieces(Emit *e)
{
	const Program *p = e->config.program[1];
	const CType *result = p->entry_types[0];
	Under u = {"\\result", NULL, NULL};
	if (!walk(e, &u, "drift_result", result, MOST_NESTED) ||
		(result->kind == CTYPE_POINTER && !walk_target(e, "\\result", "drift_result", result->to)))
		return false;
	for (u32 i = 1; i < p->n_entry_types; i++)
		if (p->entry_types[i]->kind == CTYPE_POINTER &&
			!walk_target(e, p->entry_names[i], p->entry_names[i], p->entry_types[i]->to))
			return false;
	return add_globals(e);
}
