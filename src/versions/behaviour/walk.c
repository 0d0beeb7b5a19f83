/* walk.c: walks the post-states of a function in both memories in step, by its types.
 *
 * Roots are the objects of the arguments, the returned value, and the changed globals. Targets of
 * pointers are visited breadth first, so that near ones come first. */
#include "versions/behaviour/behaviour.h"
#include "versions/behaviour/walk.h"

#include <stdarg.h>

enum {
	MOST_ELEMENTS = 65536, /* of what a pointer leads to, or of an array, as items of their own */
	FEW = 16,              /* numbers in a row; more of them are bytes */
	LARGEST = 16,          /* bytes of an integer that is compared as a number */
};

const char *walk_name(Walk *w, const char *fmt, ...)
{
	Buf text = {0};
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	const char *kept = arena_strndup(&w->left->arena, buf_str(&text), text.len);
	buf_free(&text);
	return kept;
}

void walk_unseen(Walk *w, const char *fmt, ...)
{
	Buf text = {0};
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	if (w->aside)
		w->found = true;
	else
		post_states_unseen(w->u, buf_str(&text));
	buf_free(&text);
}

void walk_limit(Walk *w, const char *fmt, ...)
{
	Buf text = {0};
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	walk_unseen(w, "%s", buf_str(&text));
	if (!w->aside)
		w->u->limited = true;
	buf_free(&text);
}

void walk_plan(Walk *w, int side, const char *fmt, ...)
{
	va_list ap;
	if (w->library)
		return;
	va_start(ap, fmt);
	buf_vaddf(&w->left->plan[side], fmt, ap);
	va_end(ap);
	buf_addc(&w->left->plan[side], '\n');
}

void walk_observe(Walk *w, const char *kind)
{
	if (!*kind || strmap_get(&w->states, kind, NULL))
		return;
	strmap_put(&w->states, kind, 1);
	for (int side = OLD; side <= NEW; side++)
		buf_addf(&w->left->plan[side], "S %s\n", kind);
}

/* ---- by type ---- */

static void walk_value(Walk *w, const char *name, const char *join, const MemoryPair *s);

static MemoryPair memory_pair_at(const MemoryPair *s, u64 old, u64 newer, const CType *a,
								 const CType *b)
{
	return (MemoryPair){.at = {s->at[OLD] + old, s->at[NEW] + newer},
						.end = {s->end[OLD], s->end[NEW]},
						.type = {a, b}};
}

static const CField *field_called(const CType *t, const CField *f, u32 k)
{
	for (u32 i = 0; i < t->n_fields; i++)
		if (!strcmp(t->fields[i].name, f->name) && (*f->name || i == k))
			return &t->fields[i];
	return NULL;
}

/* The field of t that is field k of `of`: by its name. One that was only renamed is where it was, and
 * what it was; its name is not used elsewhere. */
static const CField *field_like(const CType *t, const CType *of, u32 k)
{
	const CField *f = &of->fields[k], *found = field_called(t, f, k);
	for (u32 i = 0; !found && i < t->n_fields; i++) {
		const CField *g = &t->fields[i];
		if (g->bit == f->bit && g->bits == f->bits && g->type->kind == f->type->kind &&
			g->type->size == f->type->size && !field_called(of, g, i))
			found = g;
	}
	return found;
}

/* An integer of a struct, or one that begins at s; f: NULL: it is no bit field. */
static StoredInteger stored(const CType *t, const CField *f)
{
	if (!f || !f->bits)
		return (StoredInteger){.len = (u32)t->size, .is_signed = t->is_signed};
	return (StoredInteger){.len = (u32)((f->bit % 8 + f->bits + 7) / 8),
						   .bit = (u8)(f->bit % 8),
						   .bits = (u8)f->bits,
						   .is_signed = t->is_signed};
}

/* Bit fields; one version may have a field of all bits instead. */
static void walk_bit_field(Walk *w, const char *name, const CField *const f[2], const MemoryPair *s)
{
	MemoryPair here = memory_pair_at(s, f[OLD]->bit / 8, f[NEW]->bit / 8, NULL, NULL);
	if (f[OLD]->type->kind != CTYPE_INT || f[NEW]->type->kind != CTYPE_INT) {
		walk_limit(w, "%s, whose type changed", name);
		return;
	}
	StoredInteger as[2] = {stored(f[OLD]->type, f[OLD]), stored(f[NEW]->type, f[NEW])};
	walk_integer(w, name, &here, as);
}

static void look_for_padding(Walk *w, const CType *t)
{
	u64 bits = 0;
	for (u32 i = 0; i < t->n_fields; i++)
		bits += t->fields[i].bits ? t->fields[i].bits : t->fields[i].type->size * 8;
	if (bits < t->size * 8)
		walk_unseen(w, "padding of structs");
}

static void walk_fields(Walk *w, const char *name, const char *join, const MemoryPair *s)
{
	const CType *old = s->type[OLD], *newer = s->type[NEW];
	look_for_padding(w, old);
	for (u32 i = 0; i < newer->n_fields; i++)
		if (!field_like(old, newer, i))
			walk_unseen(w, "%s%s%s, which only NEW has", name, join, newer->fields[i].name);
	for (u32 i = 0; i < old->n_fields; i++) {
		const CField *f[2] = {&old->fields[i], field_like(newer, old, i)};
		bool plain = !*f[OLD]->name; /* its fields count as those of the struct around it */
		const char *field = plain ? name : walk_name(w, "%s%s%s", name, join, f[OLD]->name);
		if (!f[NEW]) {
			walk_unseen(w, "%s, which only OLD has", field);
		} else if (f[OLD]->bits || f[NEW]->bits) {
			walk_bit_field(w, field, f, s);
		} else {
			MemoryPair here =
				memory_pair_at(s, f[OLD]->bit / 8, f[NEW]->bit / 8, f[OLD]->type, f[NEW]->type);
			walk_value(w, field, plain ? join : ".", &here);
		}
	}
}

/* True if everything relevant is at the same offset, and has no pointer: bytes can be compared. */
static bool same_layout(const CType *a, const CType *b)
{
	if (a->kind != b->kind || a->size != b->size || a->n_fields != b->n_fields ||
		a->count != b->count || a->is_signed != b->is_signed || a->kind == CTYPE_POINTER)
		return false;
	if (a->kind == CTYPE_ARRAY)
		return a->to && b->to && same_layout(a->to, b->to);
	for (u32 i = 0; i < a->n_fields; i++) {
		const CField *f = &a->fields[i], *g = &b->fields[i];
		if (f->bit != g->bit || f->bits != g->bits || strcmp(f->name, g->name) ||
			!same_layout(f->type, g->type))
			return false;
	}
	return a->kind == CTYPE_INT || a->kind == CTYPE_FLOAT || a->kind == CTYPE_STRUCT;
}

/* n elements, one behind the other. name is that of the array, or of a pointer to it. */
static void walk_elements(Walk *w, const char *name, bool pointer, const MemoryPair *s, u64 n)
{
	const CType *old = s->type[OLD], *newer = s->type[NEW];
	bool scalar = old->kind == CTYPE_INT || old->kind == CTYPE_FLOAT;
	bool one_sign = old->is_signed == newer->is_signed || w->callers;
	if (scalar && newer->kind == old->kind && old->size == newer->size && one_sign &&
		(old->is_char || n > FEW)) {
		walk_raw(w, pointer ? walk_name(w, "*%s", name) : name, s, n * old->size);
		return;
	}
	bool flat = same_layout(old, newer) && !w->u->coincide; /* a number may be an address */
	for (u64 i = 0, walked = 0; i < n; i++) {
		MemoryPair here = memory_pair_at(s, i * old->size, i * newer->size, old, newer);
		if (flat && walk_same(w, &here, old->size))
			continue;
		if (walk_unchanged(w, &here, old->size, newer->size))
			continue;
		if (++walked > MOST_ELEMENTS) {
			walk_limit(w, "%s[%llu] and later elements", name, (unsigned long long)i);
			break;
		}
		walk_value(w, walk_name(w, "%s[%u]", name, (u32)i), ".", &here);
	}
}

/* How many elements are there; an array without a length takes what is left of its object. */
static u64 count_of(const MemoryPair *s, int side)
{
	const CType *t = s->type[side], *element = t->to;
	if (t->count || !element || !element->size)
		return t->count;
	return (s->end[side] - s->at[side]) / element->size;
}

static void walk_array(Walk *w, const char *name, const MemoryPair *s)
{
	u64 n[2] = {count_of(s, OLD), count_of(s, NEW)}, both = n[OLD] < n[NEW] ? n[OLD] : n[NEW];
	MemoryPair first = memory_pair_at(s, 0, 0, s->type[OLD]->to, s->type[NEW]->to);
	if (n[OLD] != n[NEW])
		walk_unseen(w, "%s[%llu] and later elements, which only one version has", name,
					(unsigned long long)both);
	if (!first.type[OLD] || !first.type[NEW] || !first.type[OLD]->size || !first.type[NEW]->size)
		return;
	walk_elements(w, name, false, &first, both);
	if (!s->type[OLD]->count && !s->type[NEW]->count && n[OLD] == n[NEW])
		walk_rest(w, name, s, (u64[2]){both * first.type[OLD]->size, both * first.type[NEW]->size});
}

static void walk_value(Walk *w, const char *name, const char *join, const MemoryPair *s)
{
	const CType *old = s->type[OLD], *newer = s->type[NEW];
	const CType *to[2] = {old->to, newer->to};
	bool parts = old->kind == CTYPE_STRUCT || old->kind == CTYPE_ARRAY || old->kind == CTYPE_INT;
	if (old->kind != newer->kind || (old->size != newer->size && !parts)) {
		walk_limit(w, "%s, whose type changed", name);
		return;
	}
	switch (old->kind) {
	case CTYPE_INT:
		if (old->size == sizeof(u64) && newer->size == sizeof(u64) &&
			(walk_is_address(w, OLD, s->at[OLD]) || walk_is_address(w, NEW, s->at[NEW]))) {
			walk_number(w, name, s);
			return;
		}
		if (old->size <= LARGEST && newer->size <= LARGEST)
			walk_integer(w, name, s, (StoredInteger[2]){stored(old, NULL), stored(newer, NULL)});
		else if (old->size == newer->size && old->is_signed == newer->is_signed)
			walk_bytes(w, POST_BYTES, name, s, (u32)old->size, false, 0, 0);
		else
			walk_limit(w, "%s, whose type changed", name);
		return;
	case CTYPE_FLOAT:
		walk_bytes(w, POST_BYTES, name, s, old->size > 10 ? 10 : (u32)old->size, false, 0, 0);
		return;
	case CTYPE_POINTER: walk_pointer(w, name, s, to); return;
	case CTYPE_STRUCT: walk_fields(w, name, join, s); return;
	case CTYPE_ARRAY: walk_array(w, name, s); return;
	default: walk_raw(w, name, s, old->size); return;
	}
}

/* ---- behind pointers ---- */

static bool is_known(const CType *t)
{
	return t && t->size && t->kind != CTYPE_OTHER && t->kind != CTYPE_VOID;
}

/* A struct that ends with an array without a length: there is one of them in an object. */
static bool is_open(const CType *t)
{
	const CType *last = t->n_fields ? t->fields[t->n_fields - 1].type : NULL;
	return t->kind == CTYPE_STRUCT && last && last->kind == CTYPE_ARRAY && !last->count;
}

/* Later calls of the library observe how large its objects are. */
static void walk_sizes(Walk *w, const char *name, const u64 n[2])
{
	char text[2][32];
	for (int side = OLD; side <= NEW; side++)
		snprintf(text[side], sizeof text[side], "%llu bytes", (unsigned long long)n[side]);
	walk_texts(w, name, text[OLD], text[NEW]);
}

/* All that is left of the objects, as elements of their type; name is the pointer's. */
static void walk_pointee(Walk *w, const char *name, const MemoryPair *s)
{
	const CType *old = s->type[OLD], *newer = s->type[NEW];
	bool typed = is_known(old) && is_known(newer) && old->kind == newer->kind;
	u64 size[2] = {typed ? old->size : 1, typed ? newer->size : 1}, n[2];
	if (typed && old->is_text && newer->is_text) {
		walk_text(w, walk_name(w, "*%s", name), s);
		walk_stray(w, name, s);
		return;
	}
	for (int side = OLD; side <= NEW; side++) {
		n[side] = (s->end[side] - s->at[side]) / size[side];
		if (typed && n[side] && is_open(s->type[side]))
			n[side] = 1;
	}
	u64 both = n[OLD] < n[NEW] ? n[OLD] : n[NEW];
	if (n[OLD] != n[NEW] && w->library)
		walk_sizes(w, name, n);
	else if (n[OLD] != n[NEW] && !both) /* nothing can be read there in one version */
		walk_limit(w, "%s[0] and later elements, which only one version has", name);
	else if (n[OLD] != n[NEW])
		walk_unseen(w, "%s[%llu] and later elements (the objects have different sizes)", name,
					(unsigned long long)both);
	else if (typed && both && !is_open(old) && !is_open(newer))
		walk_rest(w, name, s, (u64[2]){both * size[OLD], both * size[NEW]});
	if (!typed)
		walk_raw(w, w->library ? name : walk_name(w, "*%s", name), s, both);
	else if (both == 1)
		walk_value(w, old->kind == CTYPE_STRUCT ? name : walk_name(w, "*%s", name), "->", s);
	else if (both)
		walk_elements(w, name, true, s, both);
	else if (n[OLD] == n[NEW] && s->end[OLD] > s->at[OLD])
		walk_unseen(w, "the object that %s points to, which is smaller than its type", name);
	walk_stray(w, name, s);
}

static void begin_node(Walk *w, u32 node, u64 old, u64 newer)
{
	w->node = node;
	w->base[OLD] = old;
	w->base[NEW] = newer;
}

/* ---- roots ---- */

/* An object that was given, which may be gone. */
static void walk_argument(Walk *w, size_t i, u32 node)
{
	const EntryObject *o[2] = {&w->u->c.pair->version[OLD].objects.at[i],
							   &w->u->c.pair->version[NEW].objects.at[i]};
	const Part *part = o[OLD]->part;
	MemoryPair s = {.at = {o[OLD]->address, o[NEW]->address},
					.type = {part->type[OLD], part->type[NEW]}};
	bool gone[2];
	for (int side = OLD; side <= NEW; side++) {
		s.end[side] = s.at[side] + o[side]->len;
		gone[side] = machine_look(w->u->machine[side], s.at[side]).kind == LOOK_GONE;
	}
	begin_node(w, node, s.at[OLD], s.at[NEW]);
	if (gone[OLD] || gone[NEW]) {
		for (int side = OLD; gone[OLD] != gone[NEW] && side <= NEW; side++) {
			PostItem item = {.kind = POST_POINTER,
							 .name = part->name,
							 .at = s.at[side],
							 .which = gone[side],
							 .to = gone[side] ? "(freed)" : "(not freed)"};
			vec_push(&w->left->items[side], item);
		}
		return;
	}
	w->callers = true;
	bool pointer = s.type[OLD] && s.type[OLD]->kind == CTYPE_POINTER;
	bool known = is_known(s.type[OLD]) && is_known(s.type[NEW]);
	if (part->kind == PART_STRUCT && known && o[OLD]->len > s.type[OLD]->size)
		walk_elements(w, part->name, true, &s, o[OLD]->len / s.type[OLD]->size);
	else if (part->kind == PART_STRUCT && known)
		walk_value(w, pointer ? walk_name(w, "*%s", part->name) : part->name, "->", &s);
	else if (part->kind == PART_OBJECT && known && s.type[OLD]->size == s.type[NEW]->size &&
			 o[OLD]->len > s.type[OLD]->size)
		walk_elements(w, part->name, true, &s, o[OLD]->len / s.type[OLD]->size);
	else if (part->kind == PART_OBJECT && known && s.type[OLD]->size == s.type[NEW]->size &&
			 o[OLD]->len == s.type[OLD]->size)
		walk_value(w, walk_name(w, "*%s", part->name), "->", &s);
	else
		walk_raw(w, part->name, &s, o[OLD]->len);
	w->callers = false;
	walk_stray(w, part->name, &s);
}

const char *post_states_native_file(const Subject *of, const Global *g)
{
	return program_native_file(of->program, of->entry, g);
}

static void walk_global(Walk *w, u32 old, u32 newer)
{
	const Global *g[2] = {&w->u->c.subject[OLD]->program->globals.at[old],
						  &w->u->c.subject[NEW]->program->globals.at[newer]};
	MemoryPair s = {.at = {g[OLD]->address, g[NEW]->address}, .type = {g[OLD]->type, g[NEW]->type}};
	if (machine_look_unchanged(w->u->machine[OLD], g[OLD]->address, g[OLD]->size) &&
		machine_look_unchanged(w->u->machine[NEW], g[NEW]->address, g[NEW]->size))
		return;
	for (int side = OLD; side <= NEW; side++) {
		s.end[side] = s.at[side] + g[side]->size;
		walk_plan(w, side, "G %s %s", g[side]->name,
				  post_states_native_file(w->u->c.subject[side], g[side]));
	}
	begin_node(w, w->nodes++, s.at[OLD], s.at[NEW]);
	w->initial = true;
	if (is_known(s.type[OLD]) && is_known(s.type[NEW]))
		walk_value(w, g[OLD]->name, ".", &s);
	else
		walk_raw(w, g[OLD]->name, &s, g[OLD]->size < g[NEW]->size ? g[OLD]->size : g[NEW]->size);
	walk_stray(w, walk_name(w, "&%s", g[OLD]->name), &s);
	w->initial = false;
}

/* What only one version has can be seen by later calls only. */
static void look_for_lone_globals(Walk *w)
{
	static const char *const names[] = {"OLD", "NEW"};
	for (int side = OLD; side <= NEW; side++) {
		const Program *p = w->u->c.subject[side]->program;
		for (u32 i = 0; i < p->globals.len; i++) {
			const Global *g = &p->globals.at[i];
			if (g->subject && !g->constant && !g->absent &&
				change_map_global(w->u->c.map, (Side)side, i) == NO_OPERAND &&
				!machine_look_unchanged(w->u->machine[side], g->address, g->size))
				walk_unseen(w, "%s, which only %s has", g->name, names[side]);
		}
	}
}

/* A variable of the C library that is a result of functions, too. */
static void walk_errno(Walk *w)
{
	MemoryPair s = {0};
	for (int side = OLD; side <= NEW; side++) {
		const Program *p = w->u->c.subject[side]->program;
		u32 id;
		if (!strmap_get(&p->global_by_name, "__drift_errno", &id))
			return;
		s.at[side] = p->globals.at[id].address;
		walk_plan(w, side, "G drift_errno driver.c");
	}
	begin_node(w, w->nodes++, s.at[OLD], s.at[NEW]);
	walk_bytes(w, POST_NUMBER, "errno", &s, sizeof(int), true, 0, 0);
}

/* A value that one version does not return, or returns as something else. */
static void returned_apart(Walk *w)
{
	const EntryType *const *r = w->u->c.result;
	bool none[2] = {r[OLD]->is_void && !r[OLD]->pointers, r[NEW]->is_void && !r[NEW]->pointers};
	if (none[OLD] || none[NEW])
		walk_unseen(w, "the returned value, which only %s has", none[OLD] ? "NEW" : "OLD");
	else
		walk_limit(w, "the returned value, which is of another kind in each version");
}

/* A struct or union by value: the native programs have a copy of it, and return its address. */
static void walk_struct(Walk *w)
{
	const EntryValue *v = w->u->c.pair->value;
	MemoryPair s;
	for (int side = OLD; side <= NEW; side++) {
		const CType *t = entry_struct(w->u->c.subject[side]->program);
		s.at[side] = v[side].lo;
		s.end[side] = v[side].lo + t->size;
		s.type[side] = t;
		walk_plan(w, side, "R 0 0 x 1 0 %llu", (unsigned long long)t->size);
	}
	begin_node(w, w->nodes++, s.at[OLD], s.at[NEW]);
	if (s.type[OLD]->kind != s.type[NEW]->kind ||
		(s.type[OLD]->kind == CTYPE_UNION && s.type[OLD]->size != s.type[NEW]->size))
		walk_limit(w, "the returned value, which is of another kind in each version");
	else
		walk_value(w, "returned", ".", &s);
	walk_stray(w, "&returned", &s);
}

/* What was returned, if that is more than a number. */
static void walk_result(Walk *w)
{
	PostStates *u = w->u;
	const CType *to[2] = {NULL, NULL};
	const EntryType *const *result = u->c.result;
	for (int side = OLD; side <= NEW; side++) {
		const Program *p = u->c.subject[side]->program;
		const CType *r = p->n_entry_types ? p->entry_types[0] : NULL;
		to[side] = r && r->kind == CTYPE_POINTER ? r->to : NULL;
	}
	if (!returned_comparable((ReturnTypes){result[OLD], result[NEW]}))
		returned_apart(w);
	else if (result[NEW]->by_value)
		walk_struct(w);
	else if (result[NEW]->pointers)
		walk_returned(w, to);
	else if (!result[NEW]->is_void && !result[NEW]->is_float)
		walk_returned_number(w);
}

static void walk_roots(Walk *w)
{
	PostStates *u = w->u;
	const Shape *shape = &u->c.inputs->shapes.at[u->c.pair->shape];
	size_t n = u->c.pair->version[OLD].objects.len;
	for (size_t i = 0; i < n; i++)
		for (int side = OLD; side <= NEW; side++) {
			const EntryObject *o = &u->c.pair->version[side].objects.at[i];
			walk_plan(w, side, "A %u %u", (u32)(o->part - shape->parts.at), o->len);
		}
	w->nodes = (u32)n;
	walk_result(w);
	for (size_t i = 0; i < n; i++)
		walk_argument(w, i, (u32)i);
	const NumberList *globals = &u->globals;
	for (size_t i = 0; i < globals->len; i++)
		walk_global(w, globals->at[i], change_map_global(u->c.map, OLD, globals->at[i]));
	look_for_lone_globals(w);
	walk_errno(w);
}

void walk_visits(Walk *w)
{
	while (w->done < w->visits.len) {
		Visit v = w->visits.at[w->done++];
		begin_node(w, v.node, v.spot.at[OLD], v.spot.at[NEW]);
		w->depth = v.depth;
		walk_pointee(w, v.name, &v.spot);
	}
}

void walk_free(Walk *w)
{
	vec_free(&w->visits);
	vec_free(&w->known);
	intmap_free(&w->number[OLD]);
	intmap_free(&w->number[NEW]);
	keymap_free(&w->visited);
	intmap_free(&w->words);
	strmap_free(&w->states);
}

PostState *post_take(PostStates *u)
{
	Walk w = {.u = u, .left = xcalloc(1, sizeof *w.left)};
	w.left->refs = 1;
	if (u->c.looks)
		walk_roots(&w);
	walk_visits(&w);
	if (u->c.looks) {
		walk_streams(&w);
		walk_library(&w, u->hidden);
		walk_system(&w);
	}
	if (w.full)
		walk_limit(&w, "all values after the first 4096");
	walk_free(&w);
	return w.left;
}
