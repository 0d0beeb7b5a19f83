/* entry_seeds.c: --seeds with --entry: calls of the function as start inputs.
 *
 * A line of a file is a call as reports print it, f (n = 3, s = "ab", p->x = 7). Values are C
 * literals. A value without a name is that of the parameter at its position. Values that are missing
 * are those of the prototype, or zero. In a directory of tests, each test is a call. */
#include "engine/input/entry.h"

#include <ctype.h>

/* One call. */
typedef struct SeedCall {
	const Shape *shape;
	const Entry *entry;
	Buf *values; /* by part */
	bool *set;   /* by part: true if the call gives it */
} SeedCall;

/* ---- the parts of a line ---- */

static char *trimmed(const char *at, size_t n)
{
	while (n && isspace((u8)*at)) {
		at++;
		n--;
	}
	while (n && isspace((u8)at[n - 1]))
		n--;
	return xstrndup(at, n);
}

/* Bytes up to one of the stops that is not in quotes or braces, or up to the end. */
static size_t span(const char *text, const char *stops)
{
	char quote = 0;
	u32 braces = 0;
	size_t i = 0;
	for (; text[i]; i++) {
		if (quote) {
			if (text[i] == '\\' && text[i + 1])
				i++;
			else if (text[i] == quote)
				quote = 0;
			continue;
		}
		if (!braces && strchr(stops, text[i]))
			break;
		if (text[i] == '"' || text[i] == '\'')
			quote = text[i];
		braces += text[i] == '{';
		braces -= braces && text[i] == '}';
	}
	return i;
}

/* ---- values ---- */

static bool is_null(const char *text)
{
	return !strcmp(text, "NULL");
}

static bool is_object(const char *text)
{
	return !strcmp(text, "(object)");
}

/* Numbers in braces, as the bytes of an object. */
static bool take_elements(const Part *part, const char *text, Buf *to, Err *err)
{
	const CType *type = part->type[0] ? part->type[0] : part->type[1];
	size_t end = strlen(text) - 1;
	if (part->kind == PART_INT || part->kind == PART_TEXT || !type || type->kind != CTYPE_INT ||
		type->size > 8)
		return err_set(err, "'%s': braces are for objects that consist of integers", part->name);
	if (text[end] != '}')
		return err_set(err, "'%s': a brace is missing", part->name);
	Part element = {.kind = PART_INT,
					.name = part->name,
					.width = (u8)(type->size * 8),
					.is_signed = type->is_signed};
	for (size_t at = 1, n; at < end; at += n + 1) {
		Buf number = {0};
		i64 value;
		n = span(text + at, ",}");
		char *one = trimmed(text + at, n);
		bool good = (!*one && at + n == end) || entry_literal(&element, one, "seed", &number, err);
		if (good && *one) {
			number_parse(buf_str(&number), element.width, element.is_signed, &value);
			buf_add(to, &value, type->size); /* little endian, as the machine */
		}
		buf_free(&number);
		free(one);
		if (!good)
			return false;
	}
	return to->len <= part->bound ||
		   err_set(err, "'%s': that is longer than %u bytes (--bound)", part->name, part->bound);
}

static bool put(SeedCall *c, u32 i, const char *text, Err *err)
{
	const Part *part = &c->shape->parts.at[i];
	Buf *to = &c->values[i];
	if (c->set[i])
		return err_set(err, "'%s' has two values", part->name);
	if (part->kind == PART_STRUCT)
		return err_set(err, "'%s' is a struct; give its members by name, as a report does",
					   part->name);
	if (part->kind == PART_FIXED)
		return is_null(text) || err_set(err, "'%s' is null in every call", part->name);
	c->set[i] = true;
	buf_reset(to);
	if (part->is_pointer) {
		if (!is_null(text) && !is_object(text))
			return err_set(err, "'%s' is a pointer: NULL or (object)", part->name);
		buf_addc(to, is_null(text) ? '0' : '1');
	} else if (*text == '{') {
		if (!take_elements(part, text, to, err))
			return false;
	} else if (!entry_literal(part, text, "seed", to, err)) {
		return false;
	}
	if (part->kind == PART_TEXT && memchr(buf_str(to), 0, to->len))
		return err_set(err, "'%s': a text ends at its first zero byte", part->name);
	return true;
}

/* Pointers on the way to a given value are not null. */
static bool lead_to(SeedCall *c, u32 i, Err *err)
{
	for (u32 k = c->shape->parts.at[i].owner; k; k = c->shape->parts.at[k - 1].owner) {
		if (!c->shape->parts.at[k - 1].is_pointer)
			continue;
		if (c->set[k - 1] && !strcmp(buf_str(&c->values[k - 1]), "0"))
			return err_set(err, "'%s' has a value, but '%s' is null", c->shape->parts.at[i].name,
						   c->shape->parts.at[k - 1].name);
		buf_reset(&c->values[k - 1]);
		buf_addc(&c->values[k - 1], '1');
	}
	return true;
}

/* A pointer that may be null has the name of its target. */
static bool find_part(const SeedCall *c, const char *name, bool pointer, u32 *found)
{
	bool any = false;
	for (u32 i = 0; i < c->shape->parts.len; i++) {
		const Part *part = &c->shape->parts.at[i];
		if (strcmp(part->name, name) || part->role == ROLE_WORLD)
			continue;
		if (!any || part->is_pointer == pointer)
			*found = i;
		any = true;
	}
	return any;
}

static bool take_value(SeedCall *c, const char *text, size_t n, u32 position, Err *err)
{
	size_t equal = span(text, "=");
	bool named = equal < n;
	char *name = named ? trimmed(text, equal) : NULL;
	char *value = named ? trimmed(text + equal + 1, n - equal - 1) : trimmed(text, n);
	bool pointer = is_null(value) || is_object(value);
	u32 i = named ? 0 : entry_param(c->shape, 0, position);
	bool good = !named || find_part(c, name, pointer, &i);
	if (!good)
		err_set(err, "the function has no parameter or member '%s'", name);
	else if (!named && i == NO_OPERAND)
		good = err_set(err, "the function takes %zu arguments", c->entry->params.len);
	else if (!named && c->shape->parts.at[i].is_pointer && !pointer)
		i++; /* its target */
	good = good && put(c, i, value, err);
	free(name);
	free(value);
	return good;
}

/* ---- calls ---- */

static bool take_call(SeedCall *c, const char *also, const char *line, Err *err)
{
	size_t open = span(line, "(");
	char *name = trimmed(line, open);
	bool known = !*name || !strcmp(name, c->entry->name) || (also && !strcmp(name, also));
	if (!known)
		err_set(err, "'%s' is not a call of %s", name, also ? also : c->entry->name);
	free(name);
	if (!known)
		return false;
	if (!line[open])
		return err_set(err, "a call is expected: %s(...)", also ? also : c->entry->name);
	const char *at = line + open + 1;
	size_t n;
	for (u32 position = 0;; position++, at += n + 1) {
		/* (object) is the only value with a parenthesis. */
		char *start = trimmed(at, strlen(at));
		n = span(at, "),");
		if (at[n] == ')' && n >= 7 && !strncmp(at + n - 7, "(object", 7))
			n += 1 + span(at + n + 1, "),");
		bool last = at[n] == ')', none = last && !position && *start == ')';
		free(start);
		if (!at[n])
			return err_set(err, "the parenthesis of the call is not closed");
		if (!none && !take_value(c, at, n, position, err))
			return false;
		if (last)
			break;
	}
	at += n + 1;
	at += strspn(at, " \t\r;");
	if (*at && *at != '#')
		return err_set(err, "'%s' follows the call", at);
	for (u32 i = 0; i < c->shape->parts.len; i++)
		if (c->set[i] && !lead_to(c, i, err))
			return false;
	return entry_lengths(c->entry, c->shape, c->values, c->set, err);
}

static SeedCall new_call(Inputs *in, const Entry *e)
{
	const Shape *shape = &in->shapes.at[0];
	SeedCall c = {.shape = shape,
				  .entry = e,
				  .values = xcalloc(shape->parts.len + 1, sizeof(Buf)),
				  .set = xcalloc(shape->parts.len + 1, sizeof(bool))};
	for (size_t i = 0; i < shape->parts.len; i++)
		buf_add(&c.values[i], buf_str(&in->starts.at[0].values[i]), in->starts.at[0].values[i].len);
	return c;
}

/* The start takes the values. */
static void add_call(Inputs *in, SeedCall *c, const char *origin)
{
	inputs_add_start(in, 0, c->values);
	vec_push(&in->origins, xstrdup(origin));
	vec_last(&in->starts).origin = (u32)in->origins.len;
	free(c->set);
}

static bool read_lines(Inputs *in, const Entry *e, const char *also, const char *path, Err *err)
{
	Buf text = {0};
	Err why = {0};
	bool good = inputs_read(in, path, &text, err);
	u32 number = 0;
	for (char *line = text.at, *next; good && line; line = next) {
		number++;
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		line += strspn(line, " \t\r");
		if (!*line || *line == '#')
			continue;
		SeedCall c = new_call(in, e);
		if (!take_call(&c, also, line, &why))
			good = err_set(err, "%s:%u: %s", path, number, why.text);
		add_call(in, &c, line);
	}
	buf_free(&text);
	return good;
}

/* A test that drift wrote. */
static bool read_test(Inputs *in, const Entry *e, const char *dir, Err *err)
{
	char *cmd = xasprintf("%s/cmd", dir), *files = xasprintf("%s/files", dir);
	Buf text = {0};
	ShellLine line = {0};
	SeedCall c = new_call(in, e);
	bool good = inputs_read(in, cmd, &text, err) && shell_parse(buf_str(&text), &line, err) &&
				entry_values(in, c.shape, &line, files, cmd, c.values, err);
	add_call(in, &c, dir);
	shell_free(&line);
	buf_free(&text);
	free(cmd);
	free(files);
	return good;
}

static bool read_tests(Inputs *in, const Entry *e, const char *path, Err *err)
{
	StrList dirs = {0};
	Err why = {0};
	if (!inputs_list(in, path, &dirs, &why))
		return err_set(err, "--seeds %s: %s", path, why.text);
	bool good = true;
	for (size_t i = 0; good && i < dirs.len; i++) {
		char *cmd = xasprintf("%s/cmd", dirs.at[i]);
		Buf text = {0};
		if (inputs_read(in, cmd, &text, &why))
			good = read_test(in, e, dirs.at[i], err);
		buf_free(&text);
		free(cmd);
	}
	vec_free(&dirs);
	return good;
}

bool entry_seeds(Inputs *in, const Entry *e, const char *also, const char *path, Err *err)
{
	bool dir = is_directory(path);
	bool good = dir ? read_tests(in, e, path, err) : read_lines(in, e, also, path, err);
	if (good && in->starts.len == 1)
		return err_set(err, dir ? "--seeds %s: no tests of a function in it" : "%s: no calls in it",
					   path);
	/* The start without seeds is none of them. */
	Start own = in->starts.at[0];
	for (size_t i = 0; i < in->shapes.at[0].parts.len; i++)
		buf_free(&own.values[i]);
	free(own.values);
	memmove(in->starts.at, in->starts.at + 1, --in->starts.len * sizeof *in->starts.at);
	return good;
}
