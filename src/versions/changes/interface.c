/* interface.c: compares the types of a function's result and parameters, and of globals, in two
 * versions. */
#include "versions/changes/interface.h"

#include "engine/load/ctype.h"

enum {
	DEEPEST = 6,       /* stars of a type in a text */
	MOST_PAIRS = 4096, /* types that are compared; more of them count as different */
};

/* Types that were compared, or are being compared: a struct may lead back to itself. */
typedef struct TypePair {
	const CType *old, *newer;
} TypePair;

typedef VEC(TypePair) TypePairs;

static bool same_type(const CType *a, const CType *b, TypePairs *met);

static bool same_fields(const CType *a, const CType *b, TypePairs *met)
{
	if (a->n_fields != b->n_fields)
		return false;
	for (u32 i = 0; i < a->n_fields; i++) {
		const CField *f = &a->fields[i], *g = &b->fields[i];
		if (f->bit != g->bit || f->bits != g->bits || !same_type(f->type, g->type, met))
			return false;
	}
	return true;
}

static bool same_params(const CType *a, const CType *b, TypePairs *met)
{
	if (a->n_params != b->n_params)
		return false;
	for (u32 i = 0; i < a->n_params; i++)
		if (!same_type(a->params[i], b->params[i], met))
			return false;
	return true;
}

/* The same values in the same layout; names do not count. Types that lead back to themselves are the
 * same if no difference is found on the way. */
static bool same_type(const CType *a, const CType *b, TypePairs *met)
{
	if (!a || !b)
		return !a == !b;
	if (a->kind != b->kind || a->size != b->size || a->is_signed != b->is_signed ||
		a->is_bool != b->is_bool || a->is_text != b->is_text || a->count != b->count)
		return false;
	for (size_t i = 0; i < met->len; i++)
		if (met->at[i].old == a && met->at[i].newer == b)
			return true;
	if (met->len >= MOST_PAIRS)
		return false;
	vec_push(met, ((TypePair){a, b}));
	return same_fields(a, b, met) && same_params(a, b, met) && same_type(a->to, b->to, met);
}

static bool is_same(const CType *a, const CType *b)
{
	TypePairs met = {0};
	bool same = same_type(a, b, &met);
	vec_free(&met);
	return same;
}

static const char *plain_name(const CType *t)
{
	static const char *const integers[][9] = {
		{"", "unsigned char", "unsigned short", "", "unsigned int", "", "", "", "unsigned long"},
		{"", "signed char", "short", "", "int", "", "", "", "long"}};
	switch (t->kind) {
	case CTYPE_VOID: return "void";
	case CTYPE_INT: {
		const char *name = t->size <= 8 ? integers[t->is_signed][t->size] : "";
		if (t->is_bool)
			return "_Bool";
		if (t->is_text)
			return "char";
		return *name ? name : "an integer";
	}
	case CTYPE_FLOAT:
		if (t->size == 4)
			return "float";
		return t->size == 8 ? "double" : "long double";
	case CTYPE_STRUCT: return "a struct";
	case CTYPE_UNION: return "a union";
	case CTYPE_ARRAY: return "an array";
	default: return "a function";
	}
}

static void type_text(const CType *t, Buf *to)
{
	u32 stars = 0;
	for (; t && t->kind == CTYPE_POINTER && stars < DEEPEST; stars++)
		t = t->to;
	bool tagged = t && (t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION) && t->names;
	if (tagged)
		buf_add(to, t->names + 1, strcspn(t->names + 1, "\n"));
	else
		buf_adds(to, t ? plain_name(t) : "a type that is not known");
	for (u32 i = 0; i < stars; i++)
		buf_adds(to, i ? "*" : " *");
}

static void add_type(Interface *out, const char *what, const CType *a, const CType *b)
{
	Buf old = {0}, newer = {0};
	type_text(a, &old);
	type_text(b, &newer);
	bool same_text = old.len == newer.len && !strcmp(buf_str(&old), buf_str(&newer));
	vec_push(&out->changes,
			 same_text ? xasprintf("%s is %s of another layout in NEW", what, buf_str(&newer))
					   : xasprintf("%s is %s in OLD and %s in NEW", what, buf_str(&old),
								   buf_str(&newer)));
	buf_free(&old);
	buf_free(&newer);
}

static void compare_parameter(Interface *out, const Program *old, const Program *newer, u32 i)
{
	const char *a = old->entry_names[i], *b = newer->entry_names[i];
	char *what = a ? xasprintf("parameter %u, %s,", i, a) : xasprintf("parameter %u", i);
	if (!is_same(old->entry_types[i], newer->entry_types[i])) {
		add_type(out, what, old->entry_types[i], newer->entry_types[i]);
		out->retyped = true;
	}
	if (a && b && strcmp(a, b) != 0)
		vec_push(&out->changes,
				 xasprintf("parameter %u is called %s in OLD, and here, and %s in NEW", i, a, b));
	free(what);
}

/* A variable. A literal has a type as well, but its name begins with a dot, as none of C does: only code reads it. */
static bool is_typed(const Global *g)
{
	return g->subject && !g->absent && g->type && *g->name != '.';
}

/* Callers and later calls read globals by their types, too; also static ones. */
static void compare_globals(Interface *out, const Program *old, const Program *newer)
{
	StrMap names = {0};
	u32 id;
	for (u32 i = 0; i < newer->globals.len; i++)
		if (is_typed(&newer->globals.at[i]))
			strmap_put(&names, newer->globals.at[i].name, i);
	for (u32 i = 0; i < old->globals.len; i++) {
		const Global *g = &old->globals.at[i];
		if (!is_typed(g) || !strmap_get(&names, g->name, &id) ||
			is_same(g->type, newer->globals.at[id].type))
			continue;
		char *what = xasprintf("global %s", g->name);
		add_type(out, what, g->type, newer->globals.at[id].type);
		free(what);
		out->retyped = true;
	}
	strmap_free(&names);
}

void interface_compare(const Program *old, const Program *newer, Interface *out)
{
	u32 n[2] = {old->n_entry_types, newer->n_entry_types};
	*out = (Interface){0};
	compare_globals(out, old, newer);
	if (!n[0] || !n[1])
		return;
	if (!is_same(old->entry_types[0], newer->entry_types[0])) {
		add_type(out, "the result", old->entry_types[0], newer->entry_types[0]);
		out->retyped = true;
	}
	if (n[0] != n[1]) {
		vec_push(&out->changes, xasprintf("OLD has %u parameters, NEW has %u", n[0] - 1, n[1] - 1));
		out->retyped = true;
	}
	for (u32 i = 1; n[0] == n[1] && i < n[0]; i++)
		compare_parameter(out, old, newer, i);
}

void interface_free(Interface *i)
{
	for (size_t k = 0; k < i->changes.len; k++)
		free((char *)(uintptr_t)i->changes.at[k]);
	vec_free(&i->changes);
}
