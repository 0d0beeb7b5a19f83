/* declare.c: declarations for the program of --call, where there is no source to compile it behind.
 *
 * A source says by its directives what it includes. These are copied, up to the first line of code. A header that
 * several sources include is read once, because it may have no guard. */
#include "cli/call/call.h"

enum { MOST_NESTED = 8 }; /* sources that include sources */

/* One source whose directives are copied. */
typedef struct SourceCopy {
	const char *path; /* its name, to resolve what it includes */
	bool quoted_only; /* true: only lines that include "FILE" */
	u32 depth;        /* of sources that include it */
	u32 open;         /* #if around the current line */
	StrList *headers; /* lines that include a header, of all sources */
	Arena *arena;     /* of these */
} SourceCopy;

/* The next directive, or the text of the next line; returns NULL at the end. */
static const char *next_line(const char **at, size_t *n)
{
	for (;;) {
		const char *line = *at + strspn(*at, " \t\r\n");
		if (!*line)
			return NULL;
		if (!strncmp(line, "/*", 2)) {
			const char *end = strstr(line + 2, "*/");
			*at = end ? end + 2 : line + strlen(line);
			continue;
		}
		*n = strcspn(line, "\n");
		while (line[*n] && *n && line[*n - 1] == '\\')
			*n += 1 + strcspn(line + *n + 1, "\n");
		*at = line + *n;
		if (strncmp(line, "//", 2) != 0)
			return line;
	}
}

/* The name in #include "NAME", to be freed; NULL: it is another directive. */
static char *included(const char *word)
{
	if (strncmp(word, "include", 7) != 0)
		return NULL;
	word += 7 + strspn(word + 7, " \t");
	size_t n = *word == '"' ? strcspn(word + 1, "\"\n") : 0;
	return n ? xstrndup(word + 1, n) : NULL;
}

/* Copies a line that includes a header, unless another source has included it: the preprocessor decides, since the
 * line may be in a branch of #if that it does not take. */
static void copy_header(const SourceCopy *c, const char *line, size_t n, Buf *to)
{
	size_t i = 0;
	while (i < c->headers->len &&
		   (strncmp(c->headers->at[i], line, n) != 0 || c->headers->at[i][n]))
		i++;
	if (i == c->headers->len)
		vec_push(c->headers, arena_strndup(c->arena, line, n));
	buf_addf(to, "#ifndef DRIFT_HAS_%zu\n%.*s\n#define DRIFT_READ_%zu 1\n#endif\n", i, (int)n, line,
			 i);
}

static void copy(SourceCopy *c, const char *text, Buf *to);

/* A source that a source includes: it is in the library already, and defines functions. Its directives are
 * copied instead; of a source that includes itself, none. */
static void copy_source(const SourceCopy *of, const char *name, Buf *to)
{
	const char *slash = strrchr(of->path, '/');
	char *path = *name == '/' ? xstrdup(name)
							  : xasprintf("%.*s/%s", slash ? (int)(slash - of->path) : 1,
										  slash ? of->path : ".", name);
	char *real = realpath(path, NULL), *own = realpath(of->path, NULL);
	Buf text = {0};
	Err ignored;
	bool itself = real && own && !strcmp(real, own);
	if (!itself && of->depth < MOST_NESTED && file_read(path, &text, &ignored)) {
		SourceCopy inner = {path, of->quoted_only, of->depth + 1, 0, of->headers, of->arena};
		copy(&inner, buf_str(&text), to);
	}
	buf_free(&text);
	free(real);
	free(own);
	free(path);
}

static bool is_source(const char *name)
{
	size_t n = strlen(name);
	return n > 2 && !strcmp(name + n - 2, ".c");
}

/* Copies one directive. */
static void copy_line(const SourceCopy *c, const char *line, size_t n, Buf *to)
{
	const char *word = line + 1 + strspn(line + 1, " \t");
	char *name = included(word);
	const char *what = word + strcspn(word, " \t\"<");
	bool itself = !strncmp(what + strspn(what, " \t"), "__FILE__", 8);
	if (name && is_source(name))
		copy_source(c, name, to);
	else if (!strncmp(word, "include", 7) && !itself)
		copy_header(c, line, n, to);
	else if (!itself)
		buf_addf(to, "%.*s\n", (int)n, line);
	free(name);
}

/* Copies directives up to the first line of code, and closes what is open there. */
static void copy(SourceCopy *c, const char *text, Buf *to)
{
	size_t n;
	for (const char *at = text, *line; (line = next_line(&at, &n));) {
		if (*line != '#' && !c->quoted_only)
			break;
		if (*line != '#')
			continue;
		const char *word = line + 1 + strspn(line + 1, " \t");
		char *name = included(word);
		bool wanted = name || !c->quoted_only;
		free(name);
		if (!wanted)
			continue;
		c->open += !strncmp(word, "if", 2);
		if (!strncmp(word, "endif", 5) && !c->open)
			break;
		c->open -= !strncmp(word, "endif", 5);
		copy_line(c, line, n, to);
	}
	for (; c->open; c->open--)
		buf_adds(to, "#endif\n");
}

void call_declare(const char *path, const char *text, bool quoted_only, CallDeclared *to)
{
	SourceCopy c = {path, quoted_only, 0, 0, &to->headers, &to->arena};
	copy(&c, text, &to->text);
	for (size_t i = 0; i < to->headers.len; i++)
		buf_addf(&to->text, "#ifdef DRIFT_READ_%zu\n#define DRIFT_HAS_%zu 1\n#endif\n", i, i);
}

void call_declared_free(CallDeclared *d)
{
	vec_free(&d->headers);
	buf_free(&d->text);
	arena_free(&d->arena);
}
