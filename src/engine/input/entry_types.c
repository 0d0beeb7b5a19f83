/* entry_types.c: --entry NAME: takes the prototype of the function from debug information. */
#include "engine/input/entry.h"

#include "engine/load/ctype.h"

enum { LARGEST = 8 }; /* bytes of an integer */

static char *first_name(const CType *c)
{
	return c->names ? xstrndup(c->names + 1, strcspn(c->names + 1, "\n")) : NULL;
}

static bool is_stream(const CType *c)
{
	return c->names && strstr(c->names, "\nstruct _IO_FILE\n");
}

/* What is the same for a type and for what a pointer leads to; NULL: all is well. */
static const char *take_plain(const CType *c, EntryType *t)
{
	switch (c->kind) {
	case CTYPE_VOID: t->is_void = true; return NULL;
	case CTYPE_INT:
		if (c->size > LARGEST)
			return "integers of more than 64 bits are not supported";
		t->width = (u32)c->size * 8;
		t->is_signed = c->is_signed;
		t->is_bool = c->is_bool;
		t->is_char = c->is_text;
		return NULL;
	case CTYPE_STRUCT:
		t->named = first_name(c);
		if (is_stream(c))
			return "drift cannot make a FILE; use --call with fopen, or FILE *f = stdin";
		if (!c->size)
			return "its struct is only declared; say how to make one in the prototype, "
				   "struct x *p = x_new(), or with --call";
		return t->named ? NULL : "its struct has no name";
	case CTYPE_FLOAT:
		t->width = (u32)c->size * 8;
		t->is_float = true;
		return NULL;
	case CTYPE_UNION: return NULL;
	case CTYPE_POINTER: t->pointers++; return c->to ? take_plain(c->to, t) : NULL;
	case CTYPE_ARRAY: return "pointers to arrays are not supported";
	case CTYPE_OTHER: break;
	}
	return NULL;
}

static const char *take_type(const CType *c, EntryType *t, bool is_result)
{
	t->width = 32;
	if (!c)
		return "debug information does not say what it is; compile with -g";
	if (c->kind == CTYPE_UNION && !is_result)
		return "unions by value are not supported";
	t->by_value = is_result && (c->kind == CTYPE_STRUCT || c->kind == CTYPE_UNION);
	if (c->kind == CTYPE_FLOAT && c->size > LARGEST)
		return "long double is not supported there";
	if (c->kind != CTYPE_POINTER)
		return take_plain(c, t);
	t->pointers = 1;
	const char *why = c->to ? take_plain(c->to, t) : "the type it points to is unknown";
	return is_result ? NULL : why; /* nobody has to make what a result points to */
}

bool entry_types(Entry *e, const Program *p, Err *err)
{
	if (!p->n_entry_types)
		return err_set(
			err,
			"--entry %s: debug information does not say what its parameters are; compile "
			"with -g, or write the prototype",
			e->name);
	for (u32 i = 0; i < p->n_entry_types; i++) {
		EntryType t = {.name = p->entry_names[i] ? xstrdup(p->entry_names[i]) : NULL};
		const char *why = take_type(p->entry_types[i], &t, !i);
		if (i)
			vec_push(&e->params, t);
		else
			e->result = t;
		if (why && i)
			return err_set(err, "--entry %s: parameter %u%s%s%s: %s", e->name, i,
						   t.name ? " ('" : "", t.name ? t.name : "", t.name ? "')" : "", why);
		if (why)
			return err_set(err, "--entry %s: its result: %s", e->name, why);
	}
	e->only_name = false;
	return true;
}

/* What C requires of an object of the type: 1 if it may be anywhere. A struct with a member at an
 * odd place is packed. One whose members are all in place is aligned by its widest member. */
static u64 type_alignment(const CType *t, u32 deep)
{
	u64 widest = 1;
	switch (t->kind) {
	case CTYPE_INT:
	case CTYPE_FLOAT:
	case CTYPE_POINTER: return t->size && !(t->size & (t->size - 1)) && t->size <= 16 ? t->size : 1;
	case CTYPE_ARRAY: return t->to && deep ? type_alignment(t->to, deep - 1) : 1;
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		for (u32 i = 0; i < t->n_fields && deep; i++) {
			u64 a = type_alignment(t->fields[i].type, deep - 1);
			if (!t->fields[i].bits && t->fields[i].bit % (8 * a))
				return 1;
			widest = a > widest ? a : widest;
		}
		return t->size % widest ? 1 : widest;
	default: return 1;
	}
}

u8 entry_alignment(const Part *part)
{
	enum { DEEPEST = 8 };
	u64 least = 16;
	for (u32 i = 0; i < 2; i++) {
		u64 a = part->type[i] ? type_alignment(part->type[i], DEEPEST) : 1;
		least = a < least ? a : least;
	}
	return (u8)least;
}
