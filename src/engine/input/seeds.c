/* seeds.c: existing tests as start inputs: one per line, in shell syntax. */
#include "engine/input/inputs.h"
#include "engine/input/shell.h"

typedef struct SeedFile {
	Inputs *in;
	const char *path; /* of the seeds file */
	char *dir;        /* its directory, where files of `<` are looked for as well */
	bool shaped;      /* shape 0 is the user's */
	bool own;         /* and is to be explored */
	u32 grow;         /* bytes each part may grow without a shape */
	VEC(u32) sizes;   /* by shape: arguments * 2 + (has standard input) */
} SeedFile;

/* A name in the seeds file: as it stands, or from the directory of the seeds file. */
static bool read_named(const SeedFile *s, const char *name, Buf *to, Err *err)
{
	Err why = {0};
	if (inputs_read(s->in, name, to, &why))
		return true;
	if (*name == '/')
		return err_set(err, "%s", why.text);
	char *full = xasprintf("%s/%s", s->dir, name);
	bool good = inputs_read(s->in, full, to, err);
	free(full);
	return good;
}

/* The value of one part from a word of the seed. */
static bool take(const SeedFile *s, const Part *part, const Buf *word, Buf *value, Err *err)
{
	i64 n;
	size_t skip = part->kind == PART_FIXED ? 0 : part->fixed.len;
	if (skip && (word->len < skip || memcmp(buf_str(word), part->fixed.at, skip) != 0))
		return err_set(err, "%s is '%s', but the shape begins with '%s'", part->name, buf_str(word),
					   buf_str(&part->fixed));
	const char *rest = buf_str(word) + skip;
	switch (part->kind) {
	case PART_FIXED:
		if (word->len != part->fixed.len || memcmp(buf_str(word), buf_str(&part->fixed), word->len))
			return err_set(err, "%s is '%s', but the shape says '%s'", part->name, buf_str(word),
						   buf_str(&part->fixed));
		return true;
	case PART_INT:
		if (part->is_float) {
			if (!float_is_plain(rest, part->width))
				return err_set(err,
							   "%s is '%s', which is not how drift writes a number; use @str:%zu",
							   part->name, rest, strlen(rest));
			buf_adds(value, rest);
			return true;
		}
		if (!number_parse(rest, part->width, part->is_signed, &n))
			return err_set(err, "%s is '%s', which is not a 32-bit decimal integer; use @str:%zu",
						   part->name, rest, strlen(rest));
		buf_addf(value, "%lld", (long long)n);
		return true;
	case PART_FILE:
		if (!read_named(s, buf_str(word), value, err))
			return false;
		break;
	case PART_STRUCT: return true;
	case PART_OBJECT:
	case PART_TEXT: buf_add(value, rest, word->len - skip); break;
	}
	if (value->len > part->bound)
		return err_set(err, "%s has %zu bytes, more than its bound of %u", part->name, value->len,
					   part->bound);
	return true;
}

/* The shape for so many arguments, made when there is none. */
static u32 shape_for(SeedFile *s, size_t n_args, bool standard_input)
{
	u32 size = (u32)n_args * 2 + standard_input;
	for (u32 i = 0; i < s->sizes.len; i++)
		if (s->sizes.at[i] == size)
			return i;
	Shape shape = {0};
	for (size_t i = 0; i < n_args; i++) {
		char *name = xasprintf("arg%zu", i + 1);
		shape_add(&shape, PART_TEXT, ROLE_ARG, name);
		free(name);
	}
	if (standard_input)
		shape_add(&shape, PART_FILE, ROLE_STDIN, "stdin");
	vec_push(&s->in->shapes, shape);
	vec_push(&s->sizes, size);
	return (u32)s->in->shapes.len - 1;
}

/* ---- numbers that are not written as numbers ---- */

static bool is_number(const char *text)
{
	char *end;
	strtod(text, &end);
	return end > text && !*end;
}

/* Returns true if the word is a number that is not in canonical form: a program that reads its
 * text sees the difference. */
static bool is_odd(const Part *part, const Buf *word)
{
	i64 n;
	if (part->kind != PART_INT || word->len < part->fixed.len)
		return false;
	const char *rest = buf_str(word) + part->fixed.len;
	if (part->is_float)
		return is_number(rest) && !float_is_plain(rest, part->width);
	return number_parse(rest, part->width, part->is_signed, &n) && !number_is_plain(rest, n);
}

static Part copy_part(const Part *from)
{
	Part part = *from;
	part.name = xstrdup(from->name);
	part.path = from->path ? xstrdup(from->path) : NULL;
	part.start = part.fixed = (Buf){0};
	buf_add(&part.start, buf_str(&from->start), from->start.len);
	buf_add(&part.fixed, buf_str(&from->fixed), from->fixed.len);
	return part;
}

static bool has_fixed(const Shape *shape, size_t i, const Buf *word)
{
	const Part *part = &shape->parts.at[i];
	return part->kind == PART_FIXED && part->fixed.len == word->len &&
		   !memcmp(buf_str(&part->fixed), buf_str(word), word->len);
}

/* Shape 0 with the texts of such words as they are; shape 0 itself if there are none. */
static u32 shape_with_texts(SeedFile *s, const ShellLine *line)
{
	const Shape *own = &s->in->shapes.at[0];
	size_t n = line->words.len < own->n_args ? line->words.len : own->n_args;
	for (u32 k = 0; k < s->in->shapes.len; k++) {
		bool fits = true;
		for (size_t i = 0; fits && i < n; i++)
			fits = is_odd(&own->parts.at[i], &line->words.at[i])
					   ? has_fixed(&s->in->shapes.at[k], i, &line->words.at[i])
					   : s->in->shapes.at[k].parts.at[i].kind == own->parts.at[i].kind;
		if (fits)
			return k;
	}
	Shape shape = {.n_args = own->n_args};
	for (size_t i = 0; i < own->parts.len; i++) {
		Part part = copy_part(&own->parts.at[i]);
		const Buf *word = i < n ? &line->words.at[i] : NULL;
		if (word && is_odd(&own->parts.at[i], word)) {
			vec_push(
				&s->in->notes,
				xasprintf("%s is '%s', which is not how drift writes a number: it is run as it "
						  "is, and as a number too",
						  part.name, buf_str(word)));
			part.kind = PART_FIXED;
			buf_reset(&part.fixed);
			buf_add(&part.fixed, buf_str(word), word->len);
		}
		vec_push(&shape.parts, part);
	}
	vec_push(&s->in->shapes, shape);
	return (u32)s->in->shapes.len - 1;
}

/* ---- lines ---- */

/* A line as an input of a shape. */
static bool take_line_as(SeedFile *s, const ShellLine *line, u32 number, Err *err)
{
	Buf input = {0};
	if (line->input && !read_named(s, line->input, &input, err))
		return false;
	Shape *shape = &s->in->shapes.at[number];
	Buf *values = xcalloc(shape->parts.len + 1, sizeof *values);
	inputs_add_start(s->in, number, values);
	bool good = line->words.len == shape->n_args;
	if (!good)
		err_set(err, "%zu arguments, but the shape has %u", line->words.len, shape->n_args);
	for (size_t i = 0; good && i < shape->parts.len; i++) {
		Part *part = &shape->parts.at[i];
		const Buf *value = i < line->words.len ? &line->words.at[i] : &input;
		if (!s->shaped && part->bound < value->len + s->grow)
			part->bound = (u32)value->len + s->grow;
		bool own = part->role == ROLE_FILE || part->role == ROLE_ENV || part->role == ROLE_WORLD;
		if (own)
			buf_add(&values[i], buf_str(&part->start), part->start.len);
		if (own)
			continue;
		if (part->role != ROLE_STDIN)
			good = take(s, part, value, &values[i], err);
		else if (part->kind == PART_FILE && input.len > part->bound)
			good = err_set(err, "standard input has %zu bytes, more than its bound of %u",
						   input.len, part->bound);
		else if (part->kind == PART_FILE)
			buf_add(&values[i], buf_str(&input), input.len);
	}
	buf_free(&input);
	return good;
}

static bool take_line(SeedFile *s, const ShellLine *line, Err *err)
{
	if (!s->shaped)
		return take_line_as(s, line, shape_for(s, line->words.len, line->input), err);
	u32 number = shape_with_texts(s, line);
	/* The number as well, or nothing would be run of the shape that was asked for. */
	return (!number || !s->own || take_line_as(s, line, 0, err)) &&
		   take_line_as(s, line, number, err);
}

static void drop_starts(Inputs *in)
{
	for (size_t i = 0; i < in->starts.len; i++) {
		Start *start = &in->starts.at[i];
		for (size_t k = 0; k < in->shapes.at[start->shape].parts.len; k++)
			buf_free(&start->values[k]);
		free(start->values);
	}
	in->starts.len = 0;
}

/* The latest start is the line as it stands. */
static bool note_origin(Inputs *in, const char *line)
{
	vec_push(&in->origins, xstrdup(line));
	vec_last(&in->starts).origin = (u32)in->origins.len;
	return true;
}

static bool read_lines(SeedFile *s, char *text, Err *err)
{
	int number = 0;
	for (char *line = text, *next; line; line = next) {
		number++;
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		ShellLine words;
		Err why = {0};
		bool good = shell_parse(line, &words, &why);
		if (good) {
			bool blank = !line[strspn(line, " \t\r")] || line[strspn(line, " \t")] == '#';
			good = blank || (take_line(s, &words, &why) && note_origin(s->in, line));
			shell_free(&words);
		}
		if (!good)
			return err_set(err, "%s:%d: %s", s->path, number, why.text);
	}
	return true;
}

bool inputs_seeds(Inputs *in, const char *path, bool shaped, u32 grow, Err *err)
{
	Buf text = {0};
	if (!inputs_read(in, path, &text, err))
		return false;
	const char *slash = strrchr(path, '/');
	SeedFile s = {.in = in, .path = path, .shaped = shaped, .grow = grow};
	s.own = in->starts.len > 0; /* else these are inputs to look at */
	s.dir = slash ? xstrndup(path, (size_t)(slash - path)) : xstrdup(".");
	drop_starts(in);
	if (!shaped) {
		/* The command line's empty shape has no seeds of its own. */
		for (size_t i = 0; i < in->shapes.len; i++)
			vec_free(&in->shapes.at[i].parts);
		in->shapes.len = 0;
	}
	bool good = !text.len || read_lines(&s, text.at, err);
	if (good && !in->starts.len)
		good = err_set(err, "%s: no seeds in it", path);
	buf_free(&text);
	vec_free(&s.sizes);
	free(s.dir);
	return good;
}
