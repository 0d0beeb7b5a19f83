/* parts.c: placeholders: turns words of the command line into parts of a shape. */
#include "base/opt.h"
#include "engine/expr/float/float.h"
#include "engine/input/inputs.h"

#include <errno.h>

enum {
	DEFAULT_FILE_BOUND = 64, /* bytes, for @@ */
	MAX_BOUND = 1 << 16,     /* of one part: symbolic objects are no larger */
};

Part *shape_add(Shape *shape, PartKind kind, PartRole role, const char *name)
{
	Part part = {.kind = kind, .role = role, .name = xstrdup(name)};
	vec_push(&shape->parts, part);
	if (role == ROLE_ARG)
		shape->n_args++;
	return &vec_last(&shape->parts);
}

void inputs_add_start(Inputs *in, u32 shape, Buf *values)
{
	Start start = {.shape = shape, .values = values};
	vec_push(&in->starts, start);
}

u64 float_bits(const char *text, u32 width)
{
	u64 bits = 0;
	float f = strtof(text, NULL);
	double d = strtod(text, NULL);
	if (width == 32)
		memcpy(&bits, &f, sizeof f);
	else
		memcpy(&bits, &d, sizeof d);
	return bits;
}

void float_text(u64 bits, u32 width, Buf *to)
{
	char text[FLOAT_TEXT];
	buf_add(to, text, float_shortest(bits, width, text));
}

bool number_parse(const char *text, unsigned width, bool is_signed, i64 *value)
{
	char *end;
	errno = 0;
	*value = is_signed ? strtoll(text, &end, 10) : (i64)strtoull(text, &end, 10);
	if (errno || end == text || *end || (!is_signed && *text == '-'))
		return false;
	if (width == 64)
		return true;
	i64 high = (i64)1 << (width - is_signed);
	return *value < high && *value >= (is_signed ? -high : 0);
}

bool number_is_plain(const char *text, i64 value)
{
	char plain[24];
	snprintf(plain, sizeof plain, "%lld", (long long)value);
	return !strcmp(plain, text);
}

/* What follows "@str:": a bound, then perhaps '=' and a start value (NULL when there is none). */
static bool parse_bound(const char *word, const char *at, u32 *bound, const char **start, Err *err)
{
	char *end;
	errno = 0;
	long n = strtol(at, &end, 10);
	if (end == at || errno || n < 0 || n > MAX_BOUND)
		return err_set(err, "'%s': a bound from 0 to %d must follow the colon", word, MAX_BOUND);
	if (*end && *end != '=')
		return err_set(err, "'%s': '%s' after the bound is not understood", word, end);
	*bound = (u32)n;
	*start = *end ? end + 1 : NULL;
	return true;
}

static bool parse_int(Part *part, const char *word, Buf *value, Err *err)
{
	const char *start = word[4] ? word + 5 : "0";
	i64 n;
	part->kind = PART_INT;
	part->width = 32;
	part->is_signed = true;
	if (!number_parse(start, 32, true, &n))
		return err_set(err, "'%s': the start value is not a 32-bit decimal integer", word);
	if (!number_is_plain(start, n))
		return err_set(err,
					   "'%s': the number would be written '%lld'; use @str:%zu=%s to keep the text",
					   word, (long long)n, strlen(start), start);
	buf_addf(value, "%lld", (long long)n);
	return true;
}

bool float_is_plain(const char *text, u32 width)
{
	char plain[FLOAT_TEXT];
	float_shortest(float_bits(text, width), width, plain);
	return !strcmp(plain, text);
}

/* @double=2.5 or @float=2.5 */
static bool parse_real(Part *part, const char *word, Buf *value, Err *err)
{
	const char *start = strchr(word, '='), *name = start ? start + 1 : "0";
	char *end, plain[FLOAT_TEXT];
	part->kind = PART_INT;
	part->width = word[1] == 'f' ? 32 : 64;
	part->is_float = part->is_signed = true;
	strtod(name, &end);
	if (end == name || *end)
		return err_set(err, "'%s': the start value is not a number", word);
	float_shortest(float_bits(name, part->width), part->width, plain);
	if (strcmp(plain, name))
		return err_set(err,
					   "'%s': the number would be written '%s'; use @str:%zu=%s to keep the text",
					   word, plain, strlen(name), name);
	buf_adds(value, plain);
	return true;
}

/* A string or contents with a bound; what the start names depends on the kind. */
static bool parse_bounded(Inputs *in, Part *part, const char *word, const char *at, bool from_file,
						  Buf *value, Err *err)
{
	const char *start = NULL;
	if (!parse_bound(word, at, &part->bound, &start, err))
		return false;
	if (!start)
		return true;
	if (!from_file)
		buf_adds(value, start);
	else if (!inputs_read(in, start, value, err))
		return false;
	if (value->len > part->bound)
		return err_set(err, "'%s': the start value has %zu bytes, more than its bound of %u", word,
					   value->len, part->bound);
	return true;
}

static bool is_real_placeholder(const char *word)
{
	size_t n = !strncmp(word, "@double", 7) ? 7 : !strncmp(word, "@float", 6) ? 6 : 0;
	return n && (!word[n] || word[n] == '=');
}

/* Names the placeholder that was meant, if one is near, or all that fit. */
static bool not_a_placeholder(const Part *part, const char *word, bool contents, Err *err)
{
	static const char *const names[] = {"int", "double", "float", "str", "text", "file"};
	Near near = {.word = word + 1, .n = strcspn(word + 1, ":=")};
	for (size_t i = 0; i < countof(names); i++) {
		bool of_contents = i >= 4, of_values = i < 4 && !contents;
		if (contents ? of_contents : of_values || part->role != ROLE_ENV)
			near_try(&near, names[i]);
	}
	const char *what = part->role == ROLE_STDIN  ? "standard input"
					   : part->role == ROLE_FILE ? "a file"
					   : part->role == ROLE_ENV  ? "a variable"
												 : "an argument";
	if (near.best)
		return err_set(
			err, "'%s' is not a placeholder for %s; did you mean '@%s%s'? (@=TEXT is literal text)",
			word, what, near.best, word + 1 + near.n);
	return err_set(
		err, "'%s' is not a placeholder for %s; use %s (or @=TEXT for literal text)", word, what,
		contents ? "@text:N=START, @file:N=FILE, @@"
		: part->role == ROLE_ENV
			? "@int=N, @double=X, @str:N=START"
			: "@int=N, @double=X, @float=X, @str:N=START, @text:N=START, @file:N=FILE, @@");
}

static bool parse_placeholder(Inputs *in, Part *part, const char *word, Buf *value, Err *err)
{
	bool contents = part->role == ROLE_STDIN || part->role == ROLE_FILE;
	if (word[1] == '=') {
		buf_adds(&part->fixed, word + 2);
		return true;
	}
	if (!strcmp(word, "@@") && part->role != ROLE_ENV) {
		part->kind = PART_FILE;
		part->bound = DEFAULT_FILE_BOUND;
		return true;
	}
	if (!strncmp(word, "@file:", 6) && part->role != ROLE_ENV) {
		part->kind = PART_FILE;
		return parse_bounded(in, part, word, word + 6, true, value, err);
	}
	if (!strncmp(word, "@text:", 6) && part->role != ROLE_ENV) {
		part->kind = PART_FILE;
		return parse_bounded(in, part, word, word + 6, false, value, err);
	}
	if (!strncmp(word, "@str:", 5) && !contents) {
		part->kind = PART_TEXT;
		return parse_bounded(in, part, word, word + 5, false, value, err);
	}
	if (!strncmp(word, "@int", 4) && (!word[4] || word[4] == '=') && !contents)
		return parse_int(part, word, value, err);
	if (is_real_placeholder(word) && !contents)
		return parse_real(part, word, value, err);
	return not_a_placeholder(part, word, contents, err);
}

/* A placeholder inside of a word, as in -f@str:3 or --width=@int; or NULL. What only looks like
 * an address (user@host) is none. */
static const char *inner_placeholder(const char *word)
{
	for (const char *at = strchr(word, '@'); at; at = strchr(at + 1, '@'))
		if ((!strncmp(at, "@str:", 5) && at[5] >= '0' && at[5] <= '9') ||
			(!strncmp(at, "@int", 4) && (!at[4] || at[4] == '=')) || is_real_placeholder(at))
			return at;
	return NULL;
}

static bool part_parse(Inputs *in, Part *part, const char *word, Buf *value, Err *err)
{
	const char *inner = part->role == ROLE_ARG && *word != '@' ? inner_placeholder(word) : NULL;
	part->kind = PART_FIXED;
	if (inner) {
		buf_add(&part->fixed, word, (size_t)(inner - word));
		return parse_placeholder(in, part, inner, value, err);
	}
	if (*word == '@')
		return parse_placeholder(in, part, word, value, err);
	if (part->role == ROLE_STDIN || part->role == ROLE_FILE)
		return inputs_read(in, word, &part->fixed, err);
	buf_adds(&part->fixed, word);
	return true;
}

static bool add_env(Inputs *in, Shape *shape, const char *setting, Buf *value, Err *err)
{
	const char *equal = strchr(setting, '=');
	if (!equal || equal == setting)
		return err_set(err, "--env %s: must be NAME=VALUE", setting);
	char *name = xasprintf("env.%.*s", (int)(equal - setting), setting);
	Part *part = shape_add(shape, PART_FIXED, ROLE_ENV, name);
	part->path = xstrndup(setting, (size_t)(equal - setting));
	free(name);
	if (!part_parse(in, part, equal + 1, value, err))
		return false;
	buf_add(&part->start, buf_str(value), value->len);
	return true;
}

static bool add_arg(Inputs *in, Shape *shape, const char *word, Buf *value, Err *err)
{
	u32 number = shape->n_args + 1;
	char *name = xasprintf("arg%u", number);
	Part *part = shape_add(shape, PART_FIXED, ROLE_ARG, name);
	free(name);
	if (!part_parse(in, part, word, value, err))
		return false;
	if (part->kind == PART_FILE)
		part->path = xasprintf("input%u", number);
	return true;
}

/* A name below the working directory. */
static bool is_below(const char *name)
{
	size_t n = strlen(name);
	return n && *name != '/' && name[n - 1] != '/' && strcmp(name, "..") &&
		   strncmp(name, "../", 3) && !strstr(name, "/../") &&
		   (n < 3 || strcmp(name + n - 3, "/.."));
}

static bool add_file(Inputs *in, Shape *shape, const char *setting, size_t number, Buf *value,
					 Err *err)
{
	const char *equal = strchr(setting, '=');
	if (!equal || equal == setting)
		return err_set(err, "--file %s: must be NAME=CONTENTS", setting);
	char *name = xasprintf("file%zu", number);
	Part *part = shape_add(shape, PART_FIXED, ROLE_FILE, name);
	part->path = xstrndup(setting, (size_t)(equal - setting));
	free(name);
	if (!is_below(part->path))
		return err_set(err, "--file %s: '%s' must be a name below the working directory", setting,
					   part->path);
	if (!part_parse(in, part, equal + 1, value, err))
		return false;
	buf_add(&part->start, buf_str(value), value->len);
	return true;
}

bool inputs_words(Inputs *in, const InputWords *from, Err *err)
{
	size_t n_files = from->files ? from->files->len : 0;
	vec_push(&in->shapes, (Shape){0});
	Shape *shape = &vec_last(&in->shapes);
	Buf *values = xcalloc(from->words->len + from->env->len + n_files + 1, sizeof *values);
	inputs_add_start(in, (u32)in->shapes.len - 1, values);
	for (size_t i = 0; i < from->words->len; i++)
		if (!add_arg(in, shape, from->words->at[i], values++, err))
			return false;
	for (size_t i = 0; i < from->env->len; i++)
		if (!add_env(in, shape, from->env->at[i], values++, err))
			return false;
	for (size_t i = 0; i < n_files; i++)
		if (!add_file(in, shape, from->files->at[i], i + 1, values++, err))
			return false;
	if (!from->input)
		return true;
	return part_parse(in, shape_add(shape, PART_FIXED, ROLE_STDIN, "stdin"), from->input, values,
					  err);
}

void inputs_harness(Inputs *in, u32 bound)
{
	vec_push(&in->shapes, (Shape){0});
	Part *part = shape_add(&vec_last(&in->shapes), PART_FILE, ROLE_PARAM, "data");
	part->bound = bound;
	part->path = xstrdup("input1");
	inputs_add_start(in, (u32)in->shapes.len - 1, xcalloc(1, sizeof(Buf)));
}
