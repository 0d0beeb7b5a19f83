/* seeds_dir.c: --seeds DIR: a corpus; each file is the contents of one part. */
#include "engine/input/inputs.h"

/* The one part whose contents a file can be; the number of parts if there is none, or several. */
static size_t only_part(const Shape *shape)
{
	static const PartKind kinds[] = {PART_FILE, PART_TEXT};
	for (size_t k = 0; k < countof(kinds); k++) {
		size_t found = shape->parts.len, n = 0;
		for (size_t i = 0; i < shape->parts.len; i++)
			if (shape->parts.at[i].kind == kinds[k] && shape->parts.at[i].role != ROLE_WORLD) {
				found = i;
				n++;
			}
		if (n)
			return n == 1 ? found : shape->parts.len;
	}
	return shape->parts.len;
}

static bool add_seed(Inputs *in, size_t part, const char *path, Err *err)
{
	const Shape *shape = &in->shapes.at[0];
	const Part *p = &shape->parts.at[part];
	const Start *own = &in->starts.at[0];
	Buf bytes = {0};
	if (!inputs_read(in, path, &bytes, err))
		return false;
	vec_push(&in->origins, xstrdup(path));
	if (bytes.len > p->bound || (p->kind == PART_TEXT && memchr(buf_str(&bytes), 0, bytes.len))) {
		vec_push(&in->notes, bytes.len > p->bound
								 ? xasprintf("%s: %zu bytes, more than the bound of %s: left out",
											 path, bytes.len, p->name)
								 : xasprintf("%s: no text: left out", path));
		buf_free(&bytes);
		return true;
	}
	Buf *values = xcalloc(shape->parts.len + 1, sizeof *values);
	for (size_t i = 0; i < shape->parts.len; i++)
		if (i != part)
			buf_add(&values[i], buf_str(&own->values[i]), own->values[i].len);
	values[part] = bytes;
	inputs_add_start(in, 0, values);
	vec_last(&in->starts).origin = (u32)in->origins.len;
	return true;
}

/* The part that the files are the contents of; the number of parts if there is no such one. A later search of the same
 * command may have more parts: the files are what they were in the first. */
static size_t choose_part(Inputs *in)
{
	const Shape *shape = &in->shapes.at[0];
	const char *name = in->earlier ? in->earlier->seeded : NULL;
	size_t part = name ? 0 : only_part(shape);
	while (name && part < shape->parts.len && strcmp(shape->parts.at[part].name, name))
		part++;
	if (part < shape->parts.len)
		in->seeded = xstrdup(shape->parts.at[part].name);
	return part;
}

bool inputs_seed_dir(Inputs *in, const char *dir, Err *err)
{
	StrList names = {0};
	Err why = {0};
	size_t n_files = 0;
	if (!inputs_list(in, dir, &names, &why))
		return err_set(err, "--seeds %s: %s", dir, why.text);
	size_t part = in->shapes.len ? choose_part(in) : 0;
	bool good = in->shapes.len && part < in->shapes.at[0].parts.len;
	if (!good)
		err_set(err,
				"--seeds %s: its files are the contents of one placeholder: there must be one "
				"@buf, @text, @file or @str",
				dir);
	for (size_t i = 0; good && i < names.len; i++)
		if (!is_directory(names.at[i])) {
			good = add_seed(in, part, names.at[i], err);
			n_files++;
		}
	if (good && !n_files)
		good = err_set(err, "--seeds %s: the directory has no files", dir);
	vec_free(&names);
	return good;
}
