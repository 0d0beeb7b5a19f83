/* fields.c: finds pointers to functions in memory behind a function's arguments.
 *
 *     struct ops { int (*open)(const char *); struct ops *next; };
 *     int use(struct ops *p);
 *
 * has p->open, and p->next->open if p->next is not null. Each is described by a C expression of its
 * address, with offsets, so that it needs no names and const does not matter. */
#include "cli/call/call.h"

enum {
	MOST_FUNCTIONS = 16, /* of one call */
	MOST_ELEMENTS = 16,  /* of an array; see entry_fields.c */
	DEEPEST = 2,         /* pointers one behind the other */
};

/* A location in memory, as a C expression. */
typedef struct FunctionSlot {
	const char *at;    /* its address, as char * */
	const char *there; /* what has to hold for it to be there */
	const char *shown; /* as people write it */
	const char *join;  /* between that and the name of a field */
	u32 left;          /* pointers that may still be followed */
} FunctionSlot;

static void walk(const CType *t, FunctionSlot p, CallFunctions *to, Arena *a);

bool call_is_function(const CType *t)
{
	return t && t->kind == CTYPE_POINTER && t->to && t->to->kind == CTYPE_OTHER && t->to->n_params;
}

static const char *keep(Arena *a, char *text)
{
	const char *kept = arena_strdup(a, text);
	free(text);
	return kept;
}

static const char *behind(Arena *a, const char *at, u64 offset)
{
	return offset ? keep(a, xasprintf("(%s + %llu)", at, (unsigned long long)offset)) : at;
}

static void add_function(const CType *t, FunctionSlot p, CallFunctions *to)
{
	if (to->list.len == MOST_FUNCTIONS) {
		to->more = true;
		return;
	}
	CallFunction f = {.type = t->to, .at = p.at, .there = p.there, .shown = p.shown};
	vec_push(&to->list, f);
}

static void walk_pointer(const CType *t, FunctionSlot p, CallFunctions *to, Arena *a)
{
	if (call_is_function(t)) {
		add_function(t, p, to);
		return;
	}
	if (!p.left || !t->to || t->to->kind != CTYPE_STRUCT || !t->to->size)
		return;
	FunctionSlot next = {.at = keep(a, xasprintf("(*(char **)%s)", p.at)),
						 .shown = p.shown,
						 .join = "->",
						 .left = p.left - 1};
	next.there = keep(a, xasprintf("%s && %s", p.there, next.at));
	walk(t->to, next, to, a);
}

static void walk_elements(const CType *t, u64 count, FunctionSlot p, CallFunctions *to, Arena *a)
{
	for (u64 i = 0; i < count && i < MOST_ELEMENTS; i++) {
		FunctionSlot one = p;
		one.at = behind(a, p.at, i * t->size);
		one.shown = keep(a, xasprintf("%s[%llu]", p.shown, (unsigned long long)i));
		one.join = ".";
		walk(t, one, to, a);
	}
}

static void walk(const CType *t, FunctionSlot p, CallFunctions *to, Arena *a)
{
	if (!t || to->more)
		return;
	if (t->kind == CTYPE_POINTER)
		walk_pointer(t, p, to, a);
	else if (t->kind == CTYPE_ARRAY && t->count <= MOST_ELEMENTS)
		walk_elements(t->to, t->count, p, to, a);
	for (u32 i = 0; t->kind == CTYPE_STRUCT && i < t->n_fields; i++) {
		const CField *f = &t->fields[i];
		bool plain = !*f->name; /* its fields count as those of the struct */
		FunctionSlot field = p;
		if (f->bits)
			continue;
		field.at = behind(a, p.at, f->bit / 8);
		field.shown = plain ? p.shown : keep(a, xasprintf("%s%s%s", p.shown, p.join, f->name));
		field.join = plain ? p.join : ".";
		walk(f->type, field, to, a);
	}
}

void call_functions(const CType *t, const char *name, u32 count, CallFunctions *to, Arena *a)
{
	bool pointer = t && t->kind == CTYPE_POINTER;
	FunctionSlot p = {.at = keep(a, xasprintf(pointer ? "((char *)%s)" : "((char *)&%s)", name)),
					  .there = pointer ? name : "1",
					  .shown = name,
					  .join = pointer ? "->" : ".",
					  .left = DEEPEST - 1};
	if (!t || call_is_function(t) || (pointer && !t->to))
		return;
	const CType *of = pointer ? t->to : t;
	if (of->kind != CTYPE_STRUCT && !call_is_function(of))
		return;
	if (pointer && count > 1) {
		walk_elements(of, count, p, to, a);
		return;
	}
	if (of->kind != CTYPE_STRUCT)
		p.shown = keep(a, xasprintf("*%s", name));
	walk(of, p, to, a);
}
