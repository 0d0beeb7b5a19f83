/* inputs.c: converts assignments to the bytes and tags of a run, and back. */
#include "engine/expr/float/float.h"
#include "engine/input/world.h"

enum { INT_TEXT = 11 }; /* characters of the longest 32-bit decimal number */

static bool has_variables(const Part *part)
{
	return part->kind != PART_FIXED && part->kind != PART_STRUCT;
}

/* ---- variables ---- */

/* Groups are shared between shapes: as many bytes as the longest part of that name has. */
static void make_group(Inputs *in, Part *part)
{
	if (input_find(in->pool, part->kind == PART_INT ? INPUT_INT : INPUT_BYTES, part->name,
				   &part->group))
		return;
	if (part->kind == PART_INT) {
		part->group = input_int(in->pool, part->name, part->width);
		input_sign(in->pool, part->group, part->is_signed);
		if (part->is_float)
			input_float(in->pool, part->group);
		return;
	}
	u32 bound = 0;
	for (size_t i = 0; i < in->shapes.len; i++)
		for (size_t k = 0; k < in->shapes.at[i].parts.len; k++) {
			const Part *other = &in->shapes.at[i].parts.at[k];
			if (other->kind != PART_STRUCT && !strcmp(other->name, part->name) &&
				other->bound > bound)
				bound = other->bound;
		}
	part->group = input_bytes(in->pool, part->name, bound);
	if (part->kind == PART_TEXT)
		input_ends_with_zero(in->pool, part->group);
}

static void tag_bytes(Inputs *in, Part *part)
{
	for (u32 k = 0; k < part->bound; k++)
		part->tags[part->skip + k] = tag_of_expr(expr_input(in->pool, part->group, k));
}

static u32 text_most(const Part *part)
{
	return part->is_float ? SHORTEST_MOST : INT_TEXT;
}

/* The text of a number: character k of it, as an expression. */
static void tag_number(Inputs *in, Part *part)
{
	Expr number = expr_input(in->pool, part->group, 0);
	TextFormat shortest = {.base = part->width == 32 ? SHORTEST_FLOAT : SHORTEST_DOUBLE};
	u32 format = part->is_float ? expr_format(in->pool, &shortest) : expr_format_decimal(in->pool);
	for (u32 k = 0; k <= text_most(part); k++) {
		Expr e = expr_textchar(in->pool, number, k, format);
		part->tags[part->skip + k] = expr_is_const(in->pool, e) ? 0 : tag_of_expr(e);
	}
}

/* A number that is no text for the subject. */
static bool is_value(const Part *part)
{
	return part->role == ROLE_PARAM || part->role == ROLE_WORLD;
}

static void make_buffer(Inputs *in, Part *part)
{
	part->skip = part->role == ROLE_ENV     ? (u32)strlen(part->path) + 1
				 : part->kind != PART_FIXED ? (u32)part->fixed.len
											: 0;
	u32 content = part->kind == PART_FIXED ? (u32)part->fixed.len
				  : part->kind == PART_INT ? (is_value(part) ? 0 : text_most(part))
										   : part->bound;
	part->size = part->skip + content;
	part->bytes = xcalloc(part->size + 1, 1);
	if (part->role == ROLE_ENV) {
		memcpy(part->bytes, part->path, part->skip - 1);
		part->bytes[part->skip - 1] = '=';
	}
	if (part->kind == PART_FIXED || part->role != ROLE_ENV)
		memcpy(part->bytes + (part->kind == PART_FIXED ? part->skip : 0), buf_str(&part->fixed),
			   part->fixed.len);
	if (part->kind == PART_FIXED)
		return;
	part->tags = xcalloc(part->size + 1, sizeof *part->tags);
	if (part->kind != PART_INT)
		tag_bytes(in, part);
	else if (!is_value(part))
		tag_number(in, part);
}

/* The text "nan" is one NaN of either sign; no text has the others. A parameter is no signalling NaN, which
 * strtod does not make either. */
static Expr usual_nan(const Inputs *in, const Part *part)
{
	ExprPool *p = in->pool;
	u32 w = part->width;
	Expr value = expr_input(p, part->group, 0), size = expr_extract(p, value, 0, w - 1);
	u64 nan = w == 32 ? 0x7fc00000 : 0x7ff8000000000000;
	Expr usual = is_value(part) ? expr_extract(p, value, w == 32 ? 22 : 51, 1)
								: expr_eq(p, size, expr_const(p, w - 1, nan));
	return expr_or(p, expr_float(p, FLOAT_EQUAL, 1, value, value, 0), usual);
}

static void bind_part(Inputs *in, Shape *shape, Part *part)
{
	if (part->kind == PART_STRUCT)
		return;
	if (has_variables(part))
		make_group(in, part);
	make_buffer(in, part);
	if (part->is_bool) {
		Expr value = expr_input(in->pool, part->group, 0);
		vec_push(&shape->base, expr_ule(in->pool, value, expr_const(in->pool, part->width, 1)));
	}
	if (part->is_float)
		vec_push(&shape->base, usual_nan(in, part));
	if (part->role == ROLE_WORLD)
		world_limit(in, shape, part);
	if (part->kind != PART_FILE)
		return;
	part->length = expr_input(in->pool, input_group(in->pool, part->group)->partner, 0);
	vec_push(&shape->base, expr_ule(in->pool, part->length, expr_const(in->pool, 32, part->bound)));
}

void inputs_bind(Inputs *in, ExprPool *pool)
{
	in->pool = pool;
	for (size_t i = 0; i < in->shapes.len; i++)
		for (size_t k = 0; k < in->shapes.at[i].parts.len; k++)
			bind_part(in, &in->shapes.at[i], &in->shapes.at[i].parts.at[k]);
	/* Bounds that expressions may use: what follows from them need not be decided or solved. The
	 * constraints that hold the solver to them are made by now. */
	for (u32 g = 0; g < input_groups(pool); g++) {
		const InputGroup *group = input_group(pool, g);
		if (group->kind == INPUT_LENGTH)
			input_limit(pool, group->first, input_group(pool, group->partner)->count);
	}
	for (size_t i = 0; i < in->shapes.len; i++)
		for (size_t k = 0; k < in->shapes.at[i].parts.len; k++)
			if (in->shapes.at[i].parts.at[k].role == ROLE_WORLD)
				world_assume_limit(in, &in->shapes.at[i].parts.at[k]);
	in->packed_size = 0;
	for (u32 v = 0; v < input_vars(pool); v++)
		in->packed_size += input_width(pool, v) / 8;
}

bool inputs_assume(Inputs *in, const char *text, Err *err)
{
	bool used = false;
	for (size_t i = 0; i < in->shapes.len; i++) {
		Shape *shape = &in->shapes.at[i];
		Expr e = assume_parse(in->pool, shape, text, err);
		/* With several shapes, an argument that is not there restricts nothing. */
		if (!e && in->shapes.len == 1)
			return false;
		if (e && e != EXPR_TRUE)
			vec_push(&shape->base, e);
		used |= e != 0;
	}
	return used;
}

/* ---- values ---- */

static u32 length_var(const Inputs *in, const Part *part)
{
	return input_group(in->pool, input_group(in->pool, part->group)->partner)->first;
}

void inputs_start(const Inputs *in, const Start *start, Assignment *a)
{
	const Shape *shape = &in->shapes.at[start->shape];
	memset(a->at, 0, a->n * sizeof *a->at);
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		const Buf *value = &start->values[i];
		if (!has_variables(part))
			continue;
		u32 first = input_group(in->pool, part->group)->first;
		if (part->kind == PART_INT) {
			i64 n = 0;
			if (part->is_float) {
				a->at[first] = float_bits(buf_str(value), part->width);
				continue;
			}
			number_parse(buf_str(value), part->width, part->is_signed, &n);
			a->at[first] = part->width == 64 ? (u64)n : (u64)n & (((u64)1 << part->width) - 1);
			continue;
		}
		for (u32 k = 0; k < value->len; k++)
			a->at[first + k] = (u8)value->at[k];
		if (part->kind == PART_FILE)
			a->at[length_var(in, part)] = value->len;
	}
}

/* Number of leading bytes that count. */
static u32 content_length(const Inputs *in, const Part *part, const Assignment *a)
{
	u32 first = input_group(in->pool, part->group)->first, n = 0;
	if (part->kind == PART_FILE) {
		u64 length = assignment_get(a, length_var(in, part));
		return length < part->bound ? (u32)length : part->bound;
	}
	if (part->kind == PART_OBJECT)
		return part->bound;
	while (n < part->bound && assignment_get(a, first + n))
		n++;
	return n;
}

bool inputs_canonical(const Inputs *in, u32 shape, Assignment *a)
{
	const Shape *s = &in->shapes.at[shape];
	bool changed = false;
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind != PART_TEXT && part->kind != PART_FILE)
			continue;
		u64 *values = &a->at[input_group(in->pool, part->group)->first];
		for (u32 k = content_length(in, part, a); k < part->bound; k++)
			if (values[k]) {
				values[k] = 0;
				changed = true;
			}
	}
	return changed;
}

void inputs_canonical_conditions(const Inputs *in, u32 shape, ExprList *out)
{
	const Shape *s = &in->shapes.at[shape];
	ExprPool *p = in->pool;
	Expr zero = expr_const(p, 8, 0);
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->kind != PART_TEXT && part->kind != PART_FILE)
			continue;
		for (u32 k = part->kind == PART_TEXT; k < part->bound; k++) {
			Expr is_zero = expr_eq(p, expr_input(p, part->group, k), zero);
			Expr counts = part->kind == PART_FILE
							  ? expr_ult(p, expr_const(p, 32, k), part->length)
							  : expr_ne(p, expr_input(p, part->group, k - 1), zero);
			vec_push(out, expr_or(p, is_zero, counts));
		}
	}
}

static u32 number_text(const Inputs *in, const Part *part, const Assignment *a,
					   char text[FLOAT_TEXT])
{
	u64 v = assignment_get(a, input_group(in->pool, part->group)->first);
	if (part->is_float)
		return float_shortest(v, part->width, text);
	unsigned shift = 64 - part->width;
	return (u32)(part->is_signed ? sprintf(text, "%lld", (long long)((i64)(v << shift) >> shift))
								 : sprintf(text, "%llu", (unsigned long long)v));
}

void inputs_load(Inputs *in, u32 shape, const Assignment *a)
{
	Shape *s = &in->shapes.at[shape];
	for (size_t i = 0; i < s->parts.len; i++) {
		Part *part = &s->parts.at[i];
		if (!has_variables(part) || !part->size)
			continue;
		u32 content = part->size - part->skip;
		u8 *to = part->bytes + part->skip;
		if (part->kind == PART_INT) {
			char text[FLOAT_TEXT] = "";
			u32 n = number_text(in, part, a, text);
			memset(to, 0, content);
			memcpy(to, text, n);
			continue;
		}
		u32 first = input_group(in->pool, part->group)->first;
		for (u32 k = 0; k < content; k++)
			to[k] = (u8)assignment_get(a, first + k);
	}
}

void inputs_bytes(const Inputs *in, const Part *part, const Assignment *a, Buf *out)
{
	char text[FLOAT_TEXT];
	buf_add(out, buf_str(&part->fixed), part->fixed.len);
	if (part->kind == PART_FIXED || part->kind == PART_STRUCT) {
		return;
	} else if (part->kind == PART_INT) {
		buf_add(out, text, number_text(in, part, a, text));
	} else {
		u32 first = input_group(in->pool, part->group)->first;
		u32 n = content_length(in, part, a);
		for (u32 k = 0; k < n; k++)
			buf_addc(out, (char)assignment_get(a, first + k));
	}
}

void inputs_pack(const Inputs *in, const Assignment *a, u8 *to)
{
	for (u32 v = 0; v < a->n; v++) {
		u32 n = input_width(in->pool, v) / 8;
		memcpy(to, &a->at[v], n);
		to += n;
	}
}

void inputs_unpack(const Inputs *in, const u8 *from, Assignment *a)
{
	for (u32 v = 0; v < a->n; v++) {
		u32 n = input_width(in->pool, v) / 8;
		a->at[v] = 0;
		memcpy(&a->at[v], from, n);
		from += n;
	}
}

KeptInput inputs_keep(const Inputs *in, u32 shape, const Assignment *a)
{
	KeptInput kept = {.shape = shape, .packed = xmalloc(in->packed_size + 1)};
	inputs_pack(in, a, kept.packed);
	return kept;
}

void inputs_recall(const Inputs *in, const KeptInput *kept, Assignment *a)
{
	inputs_unpack(in, kept->packed, a);
}

void kept_input_free(KeptInput *kept)
{
	free(kept->packed);
	kept->packed = NULL;
}

void shape_clear(Shape *shape)
{
	for (size_t k = 0; k < shape->parts.len; k++) {
		Part *part = &shape->parts.at[k];
		free(part->name);
		free(part->path);
		free(part->old);
		buf_free(&part->fixed);
		buf_free(&part->start);
		free(part->bytes);
		free(part->tags);
	}
	shape->parts.len = 0;
}

void inputs_free(Inputs *in)
{
	for (size_t i = 0; i < in->starts.len; i++) {
		Start *start = &in->starts.at[i];
		for (size_t k = 0; k < in->shapes.at[start->shape].parts.len; k++)
			buf_free(&start->values[k]);
		free(start->values);
	}
	for (size_t i = 0; i < in->shapes.len; i++) {
		shape_clear(&in->shapes.at[i]);
		vec_free(&in->shapes.at[i].parts);
		vec_free(&in->shapes.at[i].base);
		vec_free(&in->shapes.at[i].calls[0]);
		vec_free(&in->shapes.at[i].calls[1]);
	}
	for (size_t i = 0; i < in->notes.len; i++)
		free(in->notes.at[i]);
	vec_free(&in->notes);
	for (size_t i = 0; i < in->origins.len; i++)
		free(in->origins.at[i]);
	vec_free(&in->origins);
	for (size_t i = 0; i < in->limits.len; i++)
		free(in->limits.at[i]);
	vec_free(&in->limits);
	for (size_t i = 0; i < in->assumes.len; i++)
		free(in->assumes.at[i]);
	vec_free(&in->assumes);
	vec_free(&in->shapes);
	vec_free(&in->starts);
	inputs_files_free(in->files);
	free(in->seeded);
}
