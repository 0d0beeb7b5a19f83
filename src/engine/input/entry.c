/* entry.c: the parameters of a function as inputs. */
#include "engine/input/entry_build.h"

enum {
	MOST_WAYS = 64,  /* in which pointers are null or not, beyond the least depth */
	LEAST_DEPTH = 2, /* pointers that lead to something, whatever that costs */
	MOST_REGISTERS =
		6,             /* parameters before a struct by value: behind them it is passed otherwise */
	IN_REGISTERS = 16, /* bytes of a struct that is passed as scalars */
	EIGHTBYTE = 8,
};

/* ---- parameters ---- */

static bool is_called(const CType *c, const char *name)
{
	char *between = xasprintf("\n%s\n", name);
	bool same = c && c->names && strstr(c->names, between);
	free(between);
	return same;
}

/* What debug information says of a type that is only named, or of what it points to. */
static bool resolve(Builder *b, EntryType *t, const CType *c, const char *name, const CType **out)
{
	if (!t->named)
		return true;
	if (!c)
		return build_refuse(b, name, "debug information does not say what it is; compile with -g");
	if (t->pointers && c->kind != CTYPE_POINTER)
		return build_refuse(b, name, "the parameter of the function is not a pointer");
	for (u32 k = t->pointers; k && c && c->kind == CTYPE_POINTER; k--)
		c = c->to;
	if (!is_called(c, t->named))
		return build_refuse(b, name, "the parameter of the function has another type");
	if (c && c->kind == CTYPE_INT && c->size <= 8) {
		t->width = (u32)c->size * 8;
		t->is_signed = c->is_signed;
		t->is_bool = c->is_bool;
		t->is_char = c->is_text;
	} else if (c && c->kind == CTYPE_FLOAT && c->size <= 8) {
		t->width = (u32)c->size * 8;
		t->is_float = true;
	} else if (c && c->kind == CTYPE_STRUCT && c->size) {
		*out = c;
	} else {
		return build_refuse(b, name, "only numbers, structs, and pointers to them are supported");
	}
	return true;
}

static void add_number(Builder *b, const EntryType *t, const char *name)
{
	Part *part = build_part(b, PART_INT, name, 0, 0);
	part->width = (u8)t->width;
	part->is_signed = t->is_signed;
	part->is_bool = t->is_bool;
	part->is_float = t->is_float;
}

/* One struct, or several one behind the other. */
static bool add_structs(Builder *b, const EntryType *t, const char *name, const CType *fields)
{
	Part *part = build_part(b, PART_STRUCT, name, 0, 0);
	part->by_value = !t->pointers;
	if (t->count <= 1)
		return build_object(b, name, t->pointers ? "->" : ".", part, fields, b->depth - 1);
	FieldLocation at = {(u32)b->shape->parts.len, 0, b->depth - 1, false};
	part->bound = (u32)fields->size * t->count;
	build_type(part, fields);
	bool good = true;
	for (u32 i = 0; good && i < t->count; i++, at.offset += fields->size) {
		char *element = xasprintf("%s[%u]", name, i);
		good = build_fields(b, element, ".", at, fields);
		free(element);
	}
	return good;
}

/* A pointer to pointers, one or as many as are said; each is null or points to one object. */
static bool add_pointer_to(Builder *b, const char *name, const CType *pointer, u32 count)
{
	Part *part = build_part(b, PART_STRUCT, name, 0, 0);
	FieldLocation at = {(u32)b->shape->parts.len, 0, b->depth - 1, false};
	u32 n = count > 1 ? count : 1;
	part->bound = (u32)pointer->size * n;
	build_type(part, pointer);
	bool good = true;
	for (u32 i = 0; good && i < n; i++, at.offset += pointer->size) {
		char *inner = n > 1 ? xasprintf("%s[%u]", name, i) : xasprintf("*%s", name);
		good = build_pointer(b, inner, at, pointer);
		free(inner);
	}
	return good;
}

/* What it is that only debug information can tell: *done says that it is one of these. */
static bool add_told(Builder *b, const EntryType *t, const char *name, const CType *c, bool *done)
{
	const CType *to = c && c->kind == CTYPE_POINTER ? c->to : NULL;
	bool named = t->named && to && to->kind == CTYPE_POINTER; /* handler *, or handler h[2] */
	*done =
		t->pointers > 1 || named || (to && (to->kind == CTYPE_OTHER || to->kind == CTYPE_UNION));
	if (!*done)
		return true;
	if (!to)
		return build_refuse(b, name, "debug information does not say what it is; compile with -g");
	if (t->pointers > 1 && to->kind != CTYPE_POINTER)
		return build_refuse(b, name, "the parameter of the function has another type");
	if (to->kind == CTYPE_POINTER)
		return add_pointer_to(b, name, to, t->count);
	if (to->kind == CTYPE_OTHER) {
		build_part(b, PART_FIXED, name, 0, 0);
		return build_untried(b, "calls with a function for", name);
	}
	if (build_has_pointer(to)) {
		Part *part = build_part(b, PART_STRUCT, name, 0, 0);
		part->bound = (u32)to->size;
		return build_untried(b, "calls with a nonzero value in", name);
	}
	build_type(build_bytes(b, name, 0, 0, to->size), to);
	return true;
}

/* An object of exactly as many elements as another parameter says. */
static bool add_measured(Builder *b, const EntryType *t, const char *name, const CType *c)
{
	u64 size = t->is_void ? 1 : t->width / 8;
	const EntryType *by = NULL;
	for (size_t i = 0; i < b->entry->params.len; i++)
		if (b->entry->params.at[i].name && !strcmp(b->entry->params.at[i].name, t->length))
			by = &b->entry->params.at[i];
	if (!by || by->pointers || by->is_float || by->is_void)
		return build_refuse(b, name,
							"write a number, or the name of an integer parameter, in the brackets");
	Part *part = build_part(b, PART_FILE, name, 0, 0);
	part->bound = (u32)build_elements(b, size);
	part->path = xasprintf("input%zu", b->shape->parts.len);
	build_type(part, c && c->kind == CTYPE_POINTER ? c->to : NULL);
	vec_push(&b->in->assumes,
			 xasprintf("%s >= 0 && %s <= %llu && %s.length == %s * %llu", t->length, t->length,
					   (unsigned long long)(part->bound / size), name, t->length,
					   (unsigned long long)size));
	char *text = xasprintf("calls in which %s is not the number of elements in", t->length);
	build_untried(b, text, name);
	free(text);
	return true;
}

static bool add_param(Builder *b, EntryType *t, const CType *c)
{
	char *name = t->name ? xstrdup(t->name) : xasprintf("arg%zu", b->shape->parts.len + 1);
	const CType *fields = NULL;
	bool done = false, good = add_told(b, t, name, c, &done);
	good = good && (done || resolve(b, t, c, name, &fields));
	if (good && t->length && (done || fields || !t->pointers))
		good = build_refuse(b, name, "a length in brackets is for numbers and bytes");
	if (!good || done) {
		free(name);
		return good;
	}
	if (fields) {
		good = add_structs(b, t, name, fields);
	} else if (!t->pointers) {
		add_number(b, t, name);
	} else if (t->length) {
		good = add_measured(b, t, name, c);
	} else if (t->is_char) {
		build_part(b, PART_TEXT, name, 0, 0)->bound = t->count ? t->count : b->bound;
	} else {
		u64 size = t->is_void ? 1 : t->width / 8;
		build_type(build_bytes(b, name, 0, 0, t->count ? t->count * size : build_elements(b, size)),
				   c && c->kind == CTYPE_POINTER ? c->to : NULL);
	}
	free(name);
	return good;
}

/* ---- the shape ---- */

static void drop_parts(Builder *b)
{
	shape_clear(b->shape);
	while (b->in->limits.len)
		free(vec_pop(&b->in->limits));
	while (b->in->assumes.len)
		free(vec_pop(&b->in->assumes));
	b->nulls.len = b->fewer.len = b->n_null = 0;
}

/* In how many ways the pointers of part i can be null or not; a number above `most` is enough. */
static u64 count_ways(const Shape *s, size_t i, u64 most)
{
	u64 ways = 1;
	for (size_t k = i + 1; k < s->parts.len && ways <= most; k++) {
		if (s->parts.at[k].owner != i + 1)
			continue;
		u64 behind = count_ways(s, k, most);
		ways *= s->parts.at[k].is_pointer ? 1 + behind : behind;
	}
	return ways;
}

static u64 all_ways(const Shape *s, u64 most)
{
	u64 ways = 1;
	for (size_t i = 0; i < s->parts.len && ways <= most; i++)
		if (!s->parts.at[i].owner)
			ways *= s->parts.at[i].is_pointer + count_ways(s, i, most);
	return ways;
}

static bool may_be_null(const StrList *nullable, const EntryType *t, const CType *c)
{
	bool function = c && c->kind == CTYPE_POINTER && c->to && c->to->kind == CTYPE_OTHER;
	for (size_t i = 0; nullable && t->pointers && !function && i < nullable->len; i++)
		if (!strcmp(nullable->at[i], "*") || (t->name && !strcmp(nullable->at[i], t->name)))
			return true;
	return false;
}

/* A pointer that may be null is an input, and owns what is behind it. */
static bool add_nullable(Builder *b, EntryType *t, const CType *c)
{
	char *name = t->name ? xstrdup(t->name) : xasprintf("arg%zu", b->shape->parts.len + 1);
	build_null(b, name, 0, 0);
	size_t own = b->shape->parts.len;
	free(name);
	if (!add_param(b, t, c))
		return false;
	b->shape->parts.at[own].owner = (u32)own;
	return true;
}

/* As people call it. */
static void rename_part(Part *part, const StrList *given)
{
	for (size_t i = 0; !part->owner && i + 1 < given->len; i += 2)
		if (!strcmp(given->at[i], part->name)) {
			free(part->name);
			part->name = xstrdup(given->at[i + 1]);
			return;
		}
}

static bool add_params(Builder *b, Entry *e, const Program *p, const StrList *nullable)
{
	bool good = true;
	for (size_t i = 0; good && i < e->params.len; i++) {
		EntryType *t = &e->params.at[i];
		const CType *c = i + 1 < p->n_entry_types ? p->entry_types[i + 1] : NULL;
		good = may_be_null(nullable, t, c) ? add_nullable(b, t, c) : add_param(b, t, c);
	}
	for (size_t i = 0; b->given && i < b->shape->parts.len; i++)
		rename_part(&b->shape->parts.at[i], b->given);
	for (size_t i = 0; good && i < b->shape->parts.len; i++)
		if (b->shape->parts.at[i].bound > 65536)
			good = build_refuse(b, b->shape->parts.at[i].name, "it has more than 65536 bytes");
	return good;
}

/* The part that has the value of a parameter of the entry; of one that may be null, what is behind it.
 */
static u32 part_of(const Shape *s, size_t i)
{
	u32 k = entry_param(s, 0, (u32)i);
	return k + s->parts.at[k].is_pointer;
}

bool entry_lengths(const Entry *e, const Shape *shape, Buf *values, const bool *set, Err *err)
{
	for (size_t i = 0; i < e->params.len; i++) {
		const EntryType *t = &e->params.at[i];
		u64 size = t->is_void ? 1 : t->width / 8;
		for (size_t n = 0; t->length && n < e->params.len; n++) {
			if (!e->params.at[n].name || strcmp(e->params.at[n].name, t->length))
				continue;
			u32 number = part_of(shape, n);
			Buf *of = &values[part_of(shape, i)], *to = &values[number], length = {0};
			while (of->len % size)
				buf_addc(of, 0);
			buf_addf(&length, "%llu", (unsigned long long)(of->len / size));
			bool same = !set || !set[number] || buf_same(to, &length);
			buf_reset(to);
			buf_add(to, length.at, length.len);
			buf_free(&length);
			if (!same)
				return err_set(err, "%s must be %s, the number of elements in %s", t->length,
							   buf_str(to), t->name);
		}
	}
	return true;
}

/* What the parameters begin with; a length goes with what it measures. */
static bool begin_values(Builder *b, Buf *values)
{
	const Entry *e = b->entry;
	for (size_t i = 0; i < e->params.len; i++) {
		u32 k = part_of(b->shape, i);
		if (!entry_start(&e->params.at[i], &b->shape->parts.at[k], &values[k], b->err))
			return false;
		if (values[k].len && k && b->shape->parts.at[k - 1].is_pointer)
			buf_adds(&values[k - 1], "1"); /* it is there */
	}
	return entry_lengths(e, b->shape, values, NULL, b->err);
}

/* An integer is what the function itself declares: a prototype that is written for two versions has the
 * sign of one of them. */
static void take_sign(EntryType *t, const CType *c)
{
	if (!c || c->kind != CTYPE_INT || t->pointers || t->is_void || t->is_float ||
		c->size * 8 != t->width)
		return;
	t->is_signed = c->is_signed;
	t->is_bool = c->is_bool;
}

/* What the function returns. */
static bool resolve_result(Builder *b, EntryType *t, const Program *p)
{
	const CType *whole = entry_struct(p), *fields = NULL;
	const CType *c = p->n_entry_types ? p->entry_types[0] : NULL;
	if (t->pointers && c && c->kind == CTYPE_POINTER) {
		for (u32 k = t->pointers; k && c && c->kind == CTYPE_POINTER; k--)
			c = c->to;
		return !t->named || !c || is_called(c, t->named) ||
			   build_refuse(b, "the result", "the function returns another type");
	}
	if (!whole) {
		bool good = resolve(b, t, c, "the result", &fields);
		take_sign(t, c);
		return good;
	}
	if (t->pointers || (!t->by_value && !(t->named && is_called(whole, t->named))))
		return build_refuse(b, "the result", "the function returns a struct or union");
	t->by_value = true;
	return whole->size || build_refuse(b, "the result", "its struct is empty");
}

bool inputs_entry(Inputs *in, Entry *e, const Program *p, EntryBounds bounds, Err *err)
{
	vec_push(&in->shapes, (Shape){0});
	Builder b = {.shape = &vec_last(&in->shapes),
				 .entry = e,
				 .bound = bounds.bytes,
				 .given = bounds.given,
				 .depth = bounds.depth > LEAST_DEPTH ? bounds.depth : LEAST_DEPTH,
				 .in = in,
				 .err = err};
	if (e->only_name && !entry_types(e, p, err))
		return false;
	bool good = resolve_result(&b, &e->result, p);
	/* Where so deep is too much, less deep may do. */
	while (good) {
		good = add_params(&b, e, p, bounds.nullable);
		if (b.depth == LEAST_DEPTH || (good && all_ways(b.shape, MOST_WAYS) <= MOST_WAYS))
			break;
		b.depth--;
		good = true;
		drop_parts(&b);
	}
	build_limits(&b);
	Buf *values = xcalloc(b.shape->parts.len + 1, sizeof *values);
	inputs_add_start(in, (u32)in->shapes.len - 1, values);
	return good && begin_values(&b, values);
}

/* A struct of at most two eightbytes is passed as a scalar for each, two floats in one as two; a
 * larger one as a pointer to it. */
bool struct_scalar(StructScalars *s, const Function *f, Type *type)
{
	if (s->k >= f->n_params || (!s->begun && s->size <= IN_REGISTERS && s->k + 2 > MOST_REGISTERS))
		return false;
	*type = f->params[s->k];
	if (s->size > IN_REGISTERS) {
		bool first = !s->begun && *type == TYPE_PTR;
		s->k += first;
		s->begun = true;
		return first;
	}
	u32 next = s->offset / EIGHTBYTE * EIGHTBYTE + EIGHTBYTE;
	if (s->begun && *type == TYPE_F32 && f->params[s->k - 1] == TYPE_F32 &&
		s->offset % EIGHTBYTE == 0 && s->offset + 4 < s->size)
		next = s->offset + 4;
	if (s->begun && next >= s->size)
		return false;
	s->offset = s->begun ? next : 0;
	s->begun = true;
	s->k++;
	return true;
}

void entry_value_text(const EntryType *type, u64 value, Buf *to)
{
	if (type->by_value) {
		buf_adds(to, "struct");
	} else if (type->pointers) {
		buf_adds(to, value ? "pointer" : "null");
	} else if (type->is_float) {
		float_text(value, type->width, to);
	} else if (!type->is_void) {
		unsigned shift = 64 - type->width;
		if (type->is_signed)
			buf_addf(to, "%lld", (long long)((i64)(value << shift) >> shift));
		else
			buf_addf(to, "%llu", (unsigned long long)(value << shift >> shift));
	}
}
