/* entry_values.c: reads the argument values of a call from its test. */
#include "engine/input/entry.h"

/* True if a command line has a word for it. */
static bool is_word(const Part *part)
{
	return part->kind != PART_STRUCT && part->kind != PART_FIXED && part->role != ROLE_WORLD;
}

static bool read_value(Inputs *in, const Part *part, const Buf *word, const char *files,
					   const char *what, Buf *value, Err *err)
{
	i64 n;
	bool good = true;
	if (part->kind == PART_FILE || part->kind == PART_OBJECT) {
		char *path = files ? xasprintf("%s/%s", files, buf_str(word)) : xstrdup(buf_str(word));
		good = inputs_read(in, path, value, err);
		free(path);
	} else {
		buf_add(value, buf_str(word), word->len);
	}
	if (good && part->kind == PART_INT && !part->is_float &&
		!number_parse(buf_str(word), part->width, part->is_signed, &n))
		good = err_set(err, "%s: %s is a number of %u bits, but '%s' is not", what, part->name,
					   part->width, buf_str(word));
	if (good && part->kind != PART_INT && value->len > part->bound)
		good = err_set(err, "%s: %s has %zu bytes, more than its bound of %u", what, part->name,
					   value->len, part->bound);
	return good;
}

/* Names the values in their order. */
static bool bad_number(const Shape *shape, size_t given, size_t wanted, const char *what, Err *err)
{
	Buf names = {0};
	for (size_t i = 0; i < shape->parts.len; i++)
		if (is_word(&shape->parts.at[i]))
			buf_addf(&names, "%s%s%s", names.len ? ", " : ": ", shape->parts.at[i].name,
					 shape->parts.at[i].is_pointer ? " (1: a pointer, 0: null)" : "");
	err_set(err, "%s: %zu value%s, but the function takes %zu%s", what, given,
			given == 1 ? "" : "s", wanted, buf_str(&names));
	buf_free(&names);
	return false;
}

bool entry_values(Inputs *in, const Shape *shape, const ShellLine *line, const char *files,
				  const char *what, Buf *values, Err *err)
{
	size_t wanted = 0, next = 0;
	bool good = true;
	for (size_t i = 0; i < shape->parts.len; i++)
		wanted += is_word(&shape->parts.at[i]);
	if (line->words.len != wanted)
		return bad_number(shape, line->words.len, wanted, what, err);
	for (size_t i = 0; good && i < shape->parts.len; i++)
		if (is_word(&shape->parts.at[i])) {
			buf_reset(&values[i]);
			good = read_value(in, &shape->parts.at[i], &line->words.at[next++], files, what,
							  &values[i], err);
		}
	return good;
}
