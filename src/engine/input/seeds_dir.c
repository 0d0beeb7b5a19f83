/* seeds_dir.c: --seeds DIR: a corpus; each file is the contents of one part. */
#include "engine/input/inputs.h"

#include <dirent.h>
#include <errno.h>

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

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
	if (!file_read(path, &bytes, err))
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

bool inputs_seed_dir(Inputs *in, const char *dir, Err *err)
{
	VEC(char *) names = {0};
	DIR *d = opendir(dir);
	size_t part = in->shapes.len ? only_part(&in->shapes.at[0]) : 0;
	bool good = d;
	if (!d)
		return err_set(err, "--seeds %s: %s", dir, strerror(errno));
	if (!in->shapes.len || part == in->shapes.at[0].parts.len)
		good =
			err_set(err,
					"--seeds %s: its files are the contents of one placeholder: there must be one "
					"@buf, @text, @file or @str",
					dir);
	for (struct dirent *e; good && (e = readdir(d));) {
		char *path = xasprintf("%s/%s", dir, e->d_name);
		if (e->d_name[0] != '.' && !is_directory(path))
			vec_push(&names, path);
		else
			free(path);
	}
	closedir(d);
	if (names.len)
		qsort(names.at, names.len, sizeof *names.at, by_text);
	for (size_t i = 0; i < names.len; i++) {
		good = good && add_seed(in, part, names.at[i], err);
		free(names.at[i]);
	}
	if (good && !names.len)
		good = err_set(err, "--seeds %s: the directory has no files", dir);
	vec_free(&names);
	return good;
}
