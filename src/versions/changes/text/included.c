/* included.c: names that only one version knows, because it includes other headers.
 *
 * The compiler has said which files it read. Of those that one version alone read, a file belongs to an #include line if
 * the lines of the files between lead to it. */
#include "versions/changes/impl.h"

/* The file that a version read under a name of an #include line; NULL: none. */
static const char *read_as(const Program *p, const char *name)
{
	size_t n = strlen(name);
	for (size_t i = 0; i < p->reads.len; i++) {
		const char *path = p->reads.at[i];
		size_t k = strlen(path);
		if (k > n && path[k - n - 1] == '/' && !strcmp(path + k - n, name))
			return path;
	}
	return NULL;
}

static bool has_read(const Program *p, const char *path)
{
	for (size_t i = 0; i < p->reads.len; i++)
		if (!strcmp(p->reads.at[i], path))
			return true;
	return false;
}

void included_names(ChangeMap *m, Side s, const char *name, StrMap *to)
{
	const Program *p = m->half[s].p, *other = m->half[side_other(s)].p;
	StrMap seen = {0};
	VEC(const char *) todo = {0};
	u32 one;
	const char *first = other->reads.len ? read_as(p, name) : NULL;
	if (first)
		vec_push(&todo, first);
	for (size_t i = 0; i < todo.len; i++) {
		const SourceText *t = path_text(m, todo.at[i]);
		bool alone = !is_own(todo.at[i]) && !has_read(other, todo.at[i]);
		for (u32 line = 1; line <= text_lines(t); line++) {
			size_t n;
			const char *at = text_line(t, line, &n);
			char *next = at ? included(at, n) : NULL;
			const char *path = next ? read_as(p, next) : NULL;
			if (path && !strmap_get(&seen, path, &one)) {
				strmap_put(&seen, path, 1);
				vec_push(&todo, path);
			}
			if (alone && at)
				words_of(at, n, to);
			free(next);
		}
	}
	vec_free(&todo);
	strmap_free(&seen);
}
