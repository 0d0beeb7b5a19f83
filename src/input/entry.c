/* entry.c: the parameters of a function as inputs. */
#include "input/entry.h"

#include "load/ctype.h"

enum {
	MOST_PARTS = 200,   /* of all parameters together */
	MOST_ELEMENTS = 16, /* of an array that are inputs of their own; others are bytes */
	MOST_WAYS = 64,     /* in which pointers are null or not, beyond the least depth */
	LEAST_DEPTH = 2,    /* pointers that lead to something, whatever that costs */
	NULLS_NAMED = 4,    /* pointers that are always null */
	MOST_REGISTERS =
		6,             /* parameters before a struct by value: behind them it is passed otherwise */
	IN_REGISTERS = 16, /* bytes of a struct that is passed as scalars */
	EIGHTBYTE = 8,
};

typedef struct Builder {
	Shape *shape;
	const Entry *entry;
	u32 bound;  /* --bound */
	u32 depth;  /* pointers that lead to something, one behind the other */
	Buf nulls;  /* names of pointers that are null in every call */
	u32 n_null; /* of these */
	Buf fewer;  /* names of arrays without a length, with the elements that they have */
	Inputs *in;
	Err *err;
} Builder;

/* Where a value lies. */
typedef struct FieldPlace {
	u32 owner;  /* 1 + the part that it is in */
	u64 offset; /* in bytes */
	u32 left;   /* pointers that may still lead to something */
	bool last;  /* of an object that can be longer than its type */
} FieldPlace;

static bool refuse(Builder *b, const char *name, const char *why)
{
	return err_set(b->err, "--entry: '%s' of %s: %s", name, b->entry->name, why);
}

/* Something that a caller might give and nobody tries here. */
static bool untried(Builder *b, const char *what, const char *name)
{
	char *text = xasprintf("%s %s", what, name);
	for (size_t i = 0; i < b->in->limits.len; i++)
		if (!strcmp(b->in->limits.at[i], text)) {
			free(text);
			return true;
		}
	vec_push(&b->in->limits, text);
	return true;
}

static Part *add_part(Builder *b, PartKind kind, const char *name, u32 owner, u64 offset)
{
	Part *part = shape_add(b->shape, kind, ROLE_PARAM, name);
	part->owner = owner;
	part->offset = (u32)offset;
	return part;
}

static void add_int(Builder *b, const char *name, u32 owner, u64 offset, const CType *t)
{
	Part *part = add_part(b, PART_INT, name, owner, offset);
	part->width = (u8)(t->size * 8);
	part->is_signed = t->is_signed;
	part->is_bool = t->is_bool;
}

static Part *add_bytes(Builder *b, const char *name, u32 owner, u64 offset, u64 size)
{
	Part *part = add_part(b, PART_OBJECT, name, owner, offset);
	part->bound = (u32)size;
	part->path = xasprintf("input%zu", b->shape->parts.len);
	return part;
}

static void set_type(Part *part, const CType *t)
{
	part->type[0] = part->type[1] = t;
}

/* An object of --bound bytes, but of whole elements, and at least one. */
static u64 whole_elements(const Builder *b, u64 size)
{
	return size ? (b->bound + size - 1) / size * size : b->bound;
}

/* ---- structs ---- */

static bool has_pointer(const CType *t)
{
	if (t->kind == CTYPE_ARRAY)
		return t->to && has_pointer(t->to);
	for (u32 i = 0; i < t->n_fields; i++)
		if (has_pointer(t->fields[i].type))
			return true;
	return t->kind == CTYPE_POINTER;
}

static bool add_fields(Builder *b, const char *name, const char *join, FieldPlace at,
					   const CType *t);

static bool add_object(Builder *b, const char *name, const char *join, Part *part, const CType *t,
					   u32 left)
{
	FieldPlace at = {(u32)b->shape->parts.len, 0, left, !part->by_value};
	part->bound = (u32)t->size;
	set_type(part, t);
	return add_fields(b, name, join, at, t);
}

static bool add_pointee(Builder *b, const char *name, u32 owner, const CType *t, u32 left)
{
	if (t->kind == CTYPE_STRUCT && t->size)
		return add_object(b, name, "->", add_part(b, PART_STRUCT, name, owner, 0), t, left);
	char *bytes = xasprintf("*%s", name);
	if (t->kind == CTYPE_INT && t->is_text)
		add_part(b, PART_TEXT, bytes, owner, 0)->bound = b->bound;
	else
		set_type(add_bytes(b, bytes, owner, 0, whole_elements(b, t->size)), t);
	free(bytes);
	return true;
}

static void add_null(Builder *b, const char *name)
{
	if (b->n_null < NULLS_NAMED)
		buf_addf(&b->nulls, "%s%s", b->n_null ? ", " : "", name);
	b->n_null++;
}

/* Null, or one object. Functions, and what is too deep, are null. */
static bool add_pointer(Builder *b, const char *name, FieldPlace at, const CType *t)
{
	const CType *to = t->to;
	if (!at.left || !to || to->kind == CTYPE_OTHER) {
		add_null(b, name);
		return true;
	}
	if (to->kind != CTYPE_STRUCT && to->kind != CTYPE_INT && to->kind != CTYPE_VOID &&
		to->kind != CTYPE_FLOAT)
		return untried(b, "calls with anything but null for", name);
	Part *part = add_part(b, PART_INT, name, at.owner, at.offset);
	part->width = 8;
	part->is_bool = part->is_pointer = true;
	return add_pointee(b, name, (u32)b->shape->parts.len, to, at.left - 1);
}

static bool add_field(Builder *b, const char *name, FieldPlace at, const CType *t);

static bool add_elements(Builder *b, const char *name, FieldPlace at, const CType *t, u64 count)
{
	bool good = true;
	at.last = false;
	for (u64 i = 0; good && i < count; i++) {
		char *element = xasprintf("%s[%llu]", name, (unsigned long long)i);
		good = add_field(b, element, at, t->to);
		at.offset += t->to->size;
		free(element);
	}
	return good;
}

/* An array without a length, at the end: the object is so much longer. */
static bool add_flexible(Builder *b, const char *name, FieldPlace at, const CType *t)
{
	u64 size = whole_elements(b, t->to->size), count = size / t->to->size;
	Part *object = &b->shape->parts.at[at.owner - 1];
	if (at.offset + size > object->bound)
		object->bound = (u32)(at.offset + size);
	buf_addf(&b->fewer, "%s%llu in %s", b->fewer.len ? ", " : "", (unsigned long long)count, name);
	if (t->to->is_char || (count > MOST_ELEMENTS && !has_pointer(t))) {
		add_bytes(b, name, at.owner, at.offset, size);
		return true;
	}
	return add_elements(b, name, at, t, count);
}

static bool add_array(Builder *b, const char *name, FieldPlace at, const CType *t)
{
	bool pointers = has_pointer(t), list = t->kind == CTYPE_ARRAY && t->to;
	bool few = list && !t->to->is_char && t->count <= MOST_ELEMENTS;
	if (list && !t->size && t->to->size && at.last)
		return add_flexible(b, name, at, t);
	if (pointers && at.left && !few)
		return untried(b, "calls with anything but zeros in", name);
	if (few)
		return add_elements(b, name, at, t, t->count);
	if (pointers)
		add_null(b, name);
	else if (t->size)
		add_bytes(b, name, at.owner, at.offset, t->size);
	return true;
}

static bool add_field(Builder *b, const char *name, FieldPlace at, const CType *t)
{
	if (b->shape->parts.len > MOST_PARTS)
		return untried(b, "calls with anything but zeros behind", vec_last(&b->shape->parts).name);
	switch (t->kind) {
	case CTYPE_INT:
		if (t->size > 8)
			return untried(b, "calls with anything but 0 for", name);
		add_int(b, name, at.owner, at.offset, t);
		return true;
	case CTYPE_FLOAT: add_bytes(b, name, at.owner, at.offset, t->size); return true;
	case CTYPE_POINTER: return add_pointer(b, name, at, t);
	case CTYPE_STRUCT: return add_fields(b, name, ".", at, t);
	case CTYPE_UNION:
	case CTYPE_ARRAY: return add_array(b, name, at, t);
	default: return untried(b, "calls with anything but zeros in", name);
	}
}

/* Bit fields that follow each other are bytes, under the name of the first. Returns the first field
 * behind them. */
static u32 add_bit_fields(Builder *b, const char *name, u32 owner, u64 offset, const CType *t,
						  u32 i)
{
	u64 begin = t->fields[i].bit / 8, end = begin;
	u32 k = i;
	for (; k < t->n_fields && t->fields[k].bits; k++)
		end = (t->fields[k].bit + t->fields[k].bits + 7) / 8;
	add_bytes(b, name, owner, offset + begin, end - begin);
	return k;
}

static bool add_fields(Builder *b, const char *name, const char *join, FieldPlace at,
					   const CType *t)
{
	bool good = true;
	for (u32 i = 0; good && i < t->n_fields;) {
		const CField *f = &t->fields[i];
		bool plain = !*f->name; /* a struct inside whose fields count as its own */
		char *field = plain ? xstrdup(name) : xasprintf("%s%s%s", name, join, f->name);
		if (f->bits) {
			i = add_bit_fields(b, field, at.owner, at.offset, t, i);
		} else {
			FieldPlace to = {at.owner, at.offset + f->bit / 8, at.left,
							 at.last && i + 1 == t->n_fields};
			good = plain && f->type->kind == CTYPE_STRUCT ? add_fields(b, name, join, to, f->type)
														  : add_field(b, field, to, f->type);
			i++;
		}
		free(field);
	}
	return good;
}

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
		return refuse(b, name, "debug information does not say what it is; compile with -g");
	if (t->pointers && c->kind != CTYPE_POINTER)
		return refuse(b, name, "the function has no pointer there");
	for (u32 k = t->pointers; k && c && c->kind == CTYPE_POINTER; k--)
		c = c->to;
	if (!is_called(c, t->named))
		return refuse(b, name, "the function has another type there");
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
		return refuse(b, name, "only numbers, structs, and pointers to them are supported");
	}
	return true;
}

static void add_number(Builder *b, const EntryType *t, const char *name)
{
	Part *part = add_part(b, PART_INT, name, 0, 0);
	part->width = (u8)t->width;
	part->is_signed = t->is_signed;
	part->is_bool = t->is_bool;
	part->is_float = t->is_float;
}

/* One struct, or several one behind the other. */
static bool add_structs(Builder *b, const EntryType *t, const char *name, const CType *fields)
{
	Part *part = add_part(b, PART_STRUCT, name, 0, 0);
	part->by_value = !t->pointers;
	if (t->count <= 1)
		return add_object(b, name, t->pointers ? "->" : ".", part, fields, b->depth - 1);
	FieldPlace at = {(u32)b->shape->parts.len, 0, b->depth - 1, false};
	part->bound = (u32)fields->size * t->count;
	set_type(part, fields);
	bool good = true;
	for (u32 i = 0; good && i < t->count; i++, at.offset += fields->size) {
		char *element = xasprintf("%s[%u]", name, i);
		good = add_fields(b, element, ".", at, fields);
		free(element);
	}
	return good;
}

/* A pointer to one pointer, which is null or points to one object. */
static bool add_pointer_to(Builder *b, const char *name, const CType *pointer)
{
	char *inner = xasprintf("*%s", name);
	Part *part = add_part(b, PART_STRUCT, name, 0, 0);
	FieldPlace at = {(u32)b->shape->parts.len, 0, b->depth - 1, false};
	part->bound = (u32)pointer->size;
	set_type(part, pointer);
	bool good = add_pointer(b, inner, at, pointer);
	free(inner);
	return good;
}

/* What it is that only debug information can tell: *done says that it is one of these. */
static bool add_told(Builder *b, const EntryType *t, const char *name, const CType *c, bool *done)
{
	const CType *to = c && c->kind == CTYPE_POINTER ? c->to : NULL;
	*done = t->pointers > 1 || (to && (to->kind == CTYPE_OTHER || to->kind == CTYPE_UNION));
	if (!*done)
		return true;
	if (!to)
		return refuse(b, name, "debug information does not say what it is; compile with -g");
	if (t->pointers > 1 && to->kind != CTYPE_POINTER)
		return refuse(b, name, "the function has another type there");
	if (to->kind == CTYPE_POINTER)
		return add_pointer_to(b, name, to);
	if (to->kind == CTYPE_OTHER) {
		add_part(b, PART_FIXED, name, 0, 0);
		return untried(b, "calls with a function for", name);
	}
	if (has_pointer(to)) {
		Part *part = add_part(b, PART_STRUCT, name, 0, 0);
		part->bound = (u32)to->size;
		return untried(b, "calls with anything but zeros in", name);
	}
	set_type(add_bytes(b, name, 0, 0, to->size), to);
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
		return refuse(b, name,
					  "what stands in brackets is no number, and no parameter that is one");
	Part *part = add_part(b, PART_FILE, name, 0, 0);
	part->bound = (u32)whole_elements(b, size);
	part->path = xasprintf("input%zu", b->shape->parts.len);
	set_type(part, c && c->kind == CTYPE_POINTER ? c->to : NULL);
	vec_push(&b->in->assumes,
			 xasprintf("%s >= 0 && %s <= %llu && %s.length == %s * %llu", t->length, t->length,
					   (unsigned long long)(part->bound / size), name, t->length,
					   (unsigned long long)size));
	char *text = xasprintf("calls in which %s is not the number of elements in", t->length);
	untried(b, text, name);
	free(text);
	return true;
}

static bool add_param(Builder *b, EntryType *t, const CType *c)
{
	char *name = t->name ? xstrdup(t->name) : xasprintf("arg%zu", b->shape->parts.len + 1);
	const CType *fields = NULL;
	bool done = false, good = add_told(b, t, name, c, &done);
	good = good && (done || resolve(b, t, c, name, &fields));
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
		add_part(b, PART_TEXT, name, 0, 0)->bound = t->count ? t->count : b->bound;
	} else {
		u64 size = t->is_void ? 1 : t->width / 8;
		set_type(add_bytes(b, name, 0, 0, t->count ? t->count * size : whole_elements(b, size)),
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
			ways *= count_ways(s, i, most);
	return ways;
}

static bool add_params(Builder *b, Entry *e, const Program *p)
{
	bool good = true;
	for (size_t i = 0; good && i < e->params.len; i++)
		good =
			add_param(b, &e->params.at[i], i + 1 < p->n_entry_types ? p->entry_types[i + 1] : NULL);
	for (size_t i = 0; good && i < b->shape->parts.len; i++)
		if (b->shape->parts.at[i].bound > 65536)
			good = refuse(b, b->shape->parts.at[i].name, "it has more than 65536 bytes");
	return good;
}

/* What no call has. */
static void say_limits(Inputs *in, Builder *b)
{
	if (b->n_null > NULLS_NAMED)
		buf_addf(&b->nulls, " and %u more", b->n_null - NULLS_NAMED);
	if (b->n_null)
		vec_push(&in->limits, xasprintf("calls in which %s %s not null", buf_str(&b->nulls),
										b->n_null > 1 ? "are" : "is"));
	if (b->fewer.len)
		vec_push(&in->limits,
				 xasprintf("calls with more elements than %s (--bound)", buf_str(&b->fewer)));
	buf_free(&b->nulls);
	buf_free(&b->fewer);
}

/* The part that is a parameter of the entry. */
static u32 part_of(const Shape *s, size_t i)
{
	return entry_param(s, 0, (u32)i);
}

/* What the parameters begin with; a length goes with what it measures. */
static bool begin_values(Builder *b, Buf *values)
{
	const Entry *e = b->entry;
	for (size_t i = 0; i < e->params.len; i++) {
		u32 k = part_of(b->shape, i);
		if (!entry_start(&e->params.at[i], &b->shape->parts.at[k], &values[k], b->err))
			return false;
	}
	for (size_t i = 0; i < e->params.len; i++) {
		const EntryType *t = &e->params.at[i];
		u64 size = t->is_void ? 1 : t->width / 8;
		for (size_t n = 0; t->length && n < e->params.len; n++) {
			if (!e->params.at[n].name || strcmp(e->params.at[n].name, t->length))
				continue;
			Buf *of = &values[part_of(b->shape, i)], *to = &values[part_of(b->shape, n)];
			buf_reset(to);
			while (of->len % size)
				buf_addc(of, 0);
			buf_addf(to, "%llu", (unsigned long long)(of->len / size));
		}
	}
	return true;
}

bool inputs_entry(Inputs *in, Entry *e, const Program *p, EntryBounds bounds, Err *err)
{
	vec_push(&in->shapes, (Shape){0});
	Builder b = {.shape = &vec_last(&in->shapes),
				 .entry = e,
				 .bound = bounds.bytes,
				 .depth = bounds.depth > LEAST_DEPTH ? bounds.depth : LEAST_DEPTH,
				 .in = in,
				 .err = err};
	const CType *unused = NULL;
	if (e->only_name && !entry_types(e, p, err))
		return false;
	bool good =
		resolve(&b, &e->result, p->n_entry_types ? p->entry_types[0] : NULL, "the result", &unused);
	if (good && unused && !e->result.pointers)
		good = refuse(&b, "the result", "structs are not supported there");
	/* Where so deep is too much, less deep may do. */
	while (good) {
		good = add_params(&b, e, p);
		if (b.depth == LEAST_DEPTH || (good && all_ways(b.shape, MOST_WAYS) <= MOST_WAYS))
			break;
		b.depth--;
		good = true;
		drop_parts(&b);
	}
	say_limits(in, &b);
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
	if (type->pointers) {
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
