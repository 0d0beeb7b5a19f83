/* files.c: the files that inputs are read from. A later search of the same command reads them as they were: results of
 * the first search may have replaced them. */
#include "engine/input/inputs.h"

#include <dirent.h>
#include <errno.h>

/* A file or directory as it was. */
typedef struct KnownFile {
	Buf bytes;         /* of a file */
	VEC(char *) names; /* of a directory */
	char *why;         /* why it could not be read; NULL: it was read */
} KnownFile;

struct InputFiles {
	VEC(KnownFile) all;
	StrMap numbers; /* path to position in all */
};

static const KnownFile *find(const InputFiles *files, const char *path)
{
	u32 number;
	return files && strmap_get(&files->numbers, path, &number) ? &files->all.at[number] : NULL;
}

static KnownFile *add(Inputs *in, const char *path)
{
	if (!in->files)
		in->files = xcalloc(1, sizeof *in->files);
	strmap_put(&in->files->numbers, path, (u32)in->files->all.len);
	vec_push(&in->files->all, (KnownFile){0});
	return &vec_last(&in->files->all);
}

/* Returns the file as an earlier search, or this one, has read it; NULL: not so far. */
static const KnownFile *find_any(const Inputs *in, const char *path)
{
	const KnownFile *file = in->earlier ? find(in->earlier->files, path) : NULL;
	return file ? file : find(in->files, path);
}

bool inputs_read(Inputs *in, const char *path, Buf *to, Err *err)
{
	const KnownFile *known = find_any(in, path);
	if (!known) {
		Err why = {0};
		KnownFile *file = add(in, path);
		if (!file_read(path, &file->bytes, &why))
			file->why = xstrdup(why.text);
		known = file;
	}
	if (known->why)
		return err_set(err, "%s", known->why);
	buf_add(to, buf_str(&known->bytes), known->bytes.len);
	return true;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list(KnownFile *file, const char *path)
{
	DIR *d = opendir(path);
	if (!d) {
		file->why = xstrdup(strerror(errno));
		return;
	}
	for (struct dirent *e; (e = readdir(d));)
		if (e->d_name[0] != '.')
			vec_push(&file->names, xasprintf("%s/%s", path, e->d_name));
	closedir(d);
	if (file->names.len)
		qsort(file->names.at, file->names.len, sizeof *file->names.at, by_text);
}

bool inputs_list(Inputs *in, const char *path, StrList *to, Err *err)
{
	const KnownFile *known = find_any(in, path);
	if (!known) {
		KnownFile *file = add(in, path);
		list(file, path);
		known = file;
	}
	if (known->why)
		return err_set(err, "%s", known->why);
	for (size_t i = 0; i < known->names.len; i++)
		vec_push(to, known->names.at[i]);
	return true;
}

void inputs_files_free(InputFiles *files)
{
	if (!files)
		return;
	for (size_t i = 0; i < files->all.len; i++) {
		KnownFile *file = &files->all.at[i];
		for (size_t k = 0; k < file->names.len; k++)
			free(file->names.at[k]);
		vec_free(&file->names);
		buf_free(&file->bytes);
		free(file->why);
	}
	vec_free(&files->all);
	strmap_free(&files->numbers);
	free(files);
}
