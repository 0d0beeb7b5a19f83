/* sources.c: the texts that both versions were compiled from, headers included.
 *
 * Debug information names the files that code comes from. A header that has only macros or types is
 * found by the #include lines of the others, as the compiler finds it: beside the file that
 * includes it, or below a directory that contains another file. */
#include "versions/changes/impl.h"

SourceText *path_text(ChangeMap *m, const char *path)
{
	u32 k;
	if (strmap_get(&m->sources, path, &k))
		return m->texts.at[k];
	SourceText *t = arena_new(&m->arena, SourceText);
	t->path = arena_strdup(&m->arena, path);
	file_read(path, &t->bytes, NULL);
	vec_push(&t->lines, 0);
	for (size_t i = 0; i < t->bytes.len; i++)
		if (t->bytes.at[i] == '\n')
			vec_push(&t->lines, i + 1);
	if (vec_last(&t->lines) != t->bytes.len)
		vec_push(&t->lines, t->bytes.len + 1);
	strmap_put(&m->sources, path, (u32)m->texts.len);
	vec_push(&m->texts, t);
	return t;
}

SourceText *source_text(ChangeMap *m, Side s, u32 file)
{
	char *path = program_path(m->half[s].p, file);
	SourceText *t = path_text(m, path);
	free(path);
	return t;
}

u32 text_lines(const SourceText *t)
{
	return (u32)t->lines.len - 1;
}

const char *text_line(const SourceText *t, u32 line, size_t *len)
{
	if (!line || line >= t->lines.len)
		return NULL;
	const char *at = t->bytes.at + t->lines.at[line - 1];
	size_t n = t->lines.at[line] - t->lines.at[line - 1] - 1;
	for (; n && (*at == ' ' || *at == '\t'); n--)
		at++;
	while (n && (at[n - 1] == ' ' || at[n - 1] == '\t' || at[n - 1] == '\r'))
		n--;
	*len = n;
	return at;
}

const char *source_line(ChangeMap *m, Side s, u32 file, u32 line, size_t *len)
{
	return text_line(source_text(m, s, file), line, len);
}

const char *shown_path(const ChangeMap *m, Side s, const char *path)
{
	const Program *p = m->half[s].p;
	for (u32 f = 1; f < p->files.len; f++) {
		/* Of an absolute name, clang may take any leading part for the directory. */
		size_t n = *p->files.at[f] == '/' ? 0 : strlen(p->dirs.at[f]);
		if (n && !strncmp(path, p->dirs.at[f], n) && path[n] == '/')
			return path + n + 1;
	}
	return path;
}

void sources_forget(ChangeMap *m)
{
	for (size_t i = 0; i < m->texts.len; i++) {
		buf_free(&m->texts.at[i]->bytes);
		vec_free(&m->texts.at[i]->lines);
	}
	vec_free(&m->texts);
	strmap_free(&m->sources);
	m->sources = (StrMap){0};
	for (size_t i = 0; i < m->hunks.len; i++)
		vec_free(&m->hunks.at[i]->list);
	vec_free(&m->hunks);
}

/* ---- headers ---- */

enum { MOST_FILES = 4096 };

static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? xstrndup(path, (size_t)(slash - path)) : xstrdup(".");
}

char *included(const char *at, size_t n)
{
	char *line = xstrndup(at, n), *name = NULL;
	const char *p = line;
	if (*p == '#') {
		p++;
		p += strspn(p, " \t");
		if (!strncmp(p, "include", 7)) {
			p += 7 + strspn(p + 7, " \t");
			const char *end = *p == '"' ? strchr(p + 1, '"') : *p == '<' ? strchr(p, '>') : NULL;
			name = end ? xstrndup(p + 1, (size_t)(end - p - 1)) : NULL;
		}
	}
	free(line);
	return name;
}

static bool add_path(StrMap *known, TextPairs *to, Side s, const char *path, SourceText *t)
{
	u32 k;
	if (strmap_get(known, path, &k))
		return false;
	strmap_put(known, path, (u32)to->len);
	TextPair pair = {0};
	pair.text[s] = t;
	vec_push(to, pair);
	return true;
}

static void add_include(ChangeMap *m, StrMap *known, TextPairs *to, const char *from,
						const char *name)
{
	char *dir = directory_of(from), *path = xasprintf("%s/%s", dir, name);
	size_t n = to->len;
	bool found = file_exists(path);
	for (size_t i = 0; !found && i < n && *name != '/'; i++) {
		free(dir);
		free(path);
		dir = directory_of(to->at[i].text[NEW]->path);
		path = xasprintf("%s/%s", dir, name);
		found = file_exists(path);
	}
	if (found && n < MOST_FILES)
		add_path(known, to, NEW, path, path_text(m, path));
	free(dir);
	free(path);
}

/* Returns the counterpart of a header: the one at the same path relative to a file whose
 * counterpart is known. */
static SourceText *other_header(ChangeMap *m, const TextPairs *list, const char *path)
{
	for (size_t i = 0; i < list->len; i++) {
		const TextPair *p = &list->at[i];
		if (!p->text[OLD] || !p->text[NEW])
			continue;
		const char *o = p->text[OLD]->path, *n = p->text[NEW]->path;
		size_t x = strlen(o), y = strlen(n);
		while (x && y && o[x - 1] == n[y - 1]) {
			x--;
			y--;
		}
		while (n[y] && n[y] != '/') { /* whole names */
			x++;
			y++;
		}
		if (strncmp(path, n, y))
			continue;
		char *other = xasprintf("%.*s%s", (int)x, o, path + y);
		SourceText *t = file_exists(other) ? path_text(m, other) : NULL;
		free(other);
		if (t)
			return t;
	}
	return NULL;
}

bool is_own(const char *path)
{
	return strncmp(path, "/usr/include/", 13) && strncmp(path, "/usr/lib/", 9);
}

void source_pairs(ChangeMap *m, TextPairs *to)
{
	const Half *h = &m->half[NEW];
	StrMap known = {0};
	bool *own = xcalloc(h->p->files.len + 1, sizeof *own);
	for (size_t i = 0; i < h->p->functions.len; i++)
		if (h->p->functions.at[i].kind == FN_SUBJECT) {
			own[h->p->locs.at[h->p->functions.at[i].loc].file] = true;
			own[h->p->functions.at[i].unit] = true;
		}
	for (u32 f = 1; f < h->p->files.len; f++) {
		SourceText *t = own[f] ? source_text(m, NEW, f) : NULL;
		if (!t || !is_own(t->path) || !add_path(&known, to, NEW, t->path, t))
			continue;
		if (h->file[f] != NO_OPERAND)
			vec_last(to).text[OLD] = source_text(m, OLD, h->file[f]);
	}
	for (size_t i = 0; i < to->len; i++) {
		SourceText *t = to->at[i].text[NEW];
		if (!to->at[i].text[OLD])
			to->at[i].text[OLD] = other_header(m, to, t->path);
		for (u32 line = 1; line <= text_lines(t); line++) {
			size_t n;
			const char *at = text_line(t, line, &n);
			char *name = at ? included(at, n) : NULL;
			if (name)
				add_include(m, &known, to, t->path, name);
			free(name);
		}
	}
	strmap_free(&known);
	free(own);
}
