/* examples.c: start values from the project itself.
 *
 * Scripts and documents near the sources call the program by its name: each such command line becomes
 * a shape in which the words vary that are neither options nor redirections. Small files in
 * directories of tests and examples become contents of standard input or of a file. */
#include "versions/suggest/impl.h"

#include "engine/input/shell.h"

#include <dirent.h>
#include <sys/stat.h>

enum {
	MOST_LINES = 48,      /* command lines */
	MOST_FILES = 24,      /* contents */
	MOST_NAMES = 200,     /* files of a directory that are considered */
	LARGE_TEXT = 1 << 18, /* bytes: longer files are not searched for command lines */
	LARGE_START = 2048,   /* bytes: longer files are no start values */
	LARGE_GIVEN = 16384,  /* bytes: the same of files that the user names */
	ROOM = 8,             /* bytes by which contents may grow */
	MOST_DIRS = 32,       /* of tests and examples, and directly in them */
	LEVELS = 2,           /* directories above that of the program */
};

typedef struct Examples {
	const ProgramWords *words;
	StrList names; /* by which command lines call the program */
	Suggestions *to;
	u32 lines, files; /* found so far */
	StrMap taken;     /* files whose contents are in the list */
	Arena arena;
} Examples;

static bool ends_with(const char *name, const char *const *ends)
{
	for (; *ends; ends++) {
		size_t n = strlen(name), k = strlen(*ends);
		if (n >= k && !strcmp(name + n - k, *ends))
			return true;
	}
	return false;
}

/* ---- words that vary ---- */

static bool regular(const char *path, u64 *size)
{
	struct stat st;
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	*size = (u64)st.st_size;
	return true;
}

/* Returns the file that a word names, looked for beside the script, above it and here; or NULL. */
static char *find_file(const char *dir, const char *word, u64 *size)
{
	const char *const in[] = {dir, "..", "."};
	for (size_t i = 0; i < countof(in); i++) {
		char *path = i == 1   ? xasprintf("%s/../%s", dir, word)
					 : i == 2 ? xstrdup(word)
							  : xasprintf("%s/%s", in[i], word);
		if (regular(path, size) && *size <= LARGE_START)
			return path;
		free(path);
	}
	return NULL;
}

void suggestion_add_word(Suggestion *s, Suggestions *to, const char *dir, const char *word)
{
	u64 size;
	i64 n;
	Buf text = {0};
	char *path = *word && *word != '-' ? find_file(dir, word, &size) : NULL;
	if (path)
		buf_addf(&text, "@file:%llu=%s", (unsigned long long)size + ROOM, path);
	else if (*word == '-' && word[1] && (word[1] < '0' || word[1] > '9'))
		buf_adds(&text, word);
	else if (number_parse(word, 32, true, &n) && number_is_plain(word, n))
		buf_addf(&text, "@int=%s", word);
	else
		buf_addf(&text, "@str:%zu=%s", strlen(word) + 2, word);
	vec_push(&s->words, arena_strdup(&to->arena, buf_str(&text)));
	buf_free(&text);
	free(path);
}

/* ---- command lines ---- */

/* End of a simple command: an operator outside of quotes. */
static size_t command_length(const char *at)
{
	char quote = 0;
	size_t i = 0;
	for (; at[i]; i++) {
		if (quote ? at[i] == quote : at[i] == '\'' || at[i] == '"')
			quote = quote ? 0 : at[i];
		else if (!quote && strchr("|>;&#`)", at[i]))
			break;
	}
	return i;
}

/* `echo TEXT |` or `printf TEXT |` in front of the command: its text; NULL: none. */
static char *echoed(const char *line, const char *command)
{
	const char *bar = command;
	while (bar > line && (bar[-1] == ' ' || bar[-1] == '\t'))
		bar--;
	if (bar == line || bar[-1] != '|')
		return NULL;
	const char *from = strstr(line, "echo "), *format = strstr(line, "printf ");
	const char *start = from && from < bar ? from + 5 : format && format < bar ? format + 7 : NULL;
	if (!start)
		return NULL;
	char *piece = xstrndup(start, (size_t)(bar - 1 - start));
	char *whole = xasprintf("\"$PROG\" %s", piece);
	ShellLine parsed = {0};
	Err ignored;
	Buf text = {0};
	bool good = shell_parse(whole, &parsed, &ignored);
	for (size_t i = 0; good && i < parsed.words.len; i++)
		buf_addf(&text, "%s%s", i ? " " : "", buf_str(&parsed.words.at[i]));
	shell_free(&parsed);
	free(piece);
	free(whole);
	for (char *nl = text.len ? strstr((char *)text.at, "\\n") : NULL; nl; nl = strstr(nl, "\\n")) {
		nl[0] = '\n';
		memmove(nl + 1, nl + 2, strlen(nl + 2) + 1);
	}
	char *out = good && text.len ? xstrdup(buf_str(&text)) : NULL;
	buf_free(&text);
	return out;
}

static void set_input(Suggestion *s, Suggestions *to, const char *dir, const ShellLine *parsed,
					  const char *piped)
{
	u64 size;
	Buf text = {0};
	char *path = parsed->input ? find_file(dir, parsed->input, &size) : NULL;
	if (path)
		buf_addf(&text, "@file:%llu=%s", (unsigned long long)size + ROOM, path);
	else if (piped)
		buf_addf(&text, "@text:%zu=%s", strlen(piped) + ROOM, piped);
	s->input = text.len ? arena_strdup(&to->arena, buf_str(&text)) : NULL;
	buf_free(&text);
	free(path);
}

/* A sentence about the program looks like a call of it with many words, or with a dash and words. */
static bool is_prose(const char *dir, const ShellLine *parsed)
{
	enum { MOST_PLAIN = 4 };
	size_t plain = 0, n = parsed->words.len;
	for (size_t i = 0; i < n; i++) {
		const char *word = buf_str(&parsed->words.at[i]);
		u64 size;
		char *path = find_file(dir, word, &size);
		plain +=
			!path &&
			strlen(word) == strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,'");
		free(path);
	}
	bool dash = n > 1 && !strcmp(buf_str(&parsed->words.at[0]), "-");
	return plain > MOST_PLAIN || (dash && plain);
}

/* A command line that calls the program: `at` is behind its name. */
static void take_line(Examples *x, const char *dir, const char *shown, const char *line,
					  const char *command, const char *at)
{
	char *piece = xstrndup(at, command_length(at));
	char *whole = xasprintf("\"$PROG\"%s", piece);
	ShellLine parsed = {0};
	Err ignored;
	bool good = !strchr(piece, '$') && shell_parse(whole, &parsed, &ignored);
	for (size_t i = 0; good && i < parsed.words.len; i++)
		good = !strpbrk(buf_str(&parsed.words.at[i]), "[]<>{}*@") &&
			   strcmp(buf_str(&parsed.words.at[i]), "...");
	if (good && !is_prose(dir, &parsed)) {
		char *piped = echoed(line, command);
		Suggestion *s = suggestion_add(x->to, shown);
		for (size_t i = 0; i < parsed.words.len; i++)
			suggestion_add_word(s, x->to, dir, buf_str(&parsed.words.at[i]));
		set_input(s, x->to, dir, &parsed, piped);
		x->lines++;
		free(piped);
	}
	shell_free(&parsed);
	free(piece);
	free(whole);
}

static bool begins_command(const char *line, const char *at)
{
	while (at > line && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return at == line || strchr("$|;&(`%!", at[-1]) != NULL;
}

/* Calls of the program in a line: NAME, ./NAME or DIR/NAME at the beginning of a command. */
static void search_line(Examples *x, const char *dir, const char *shown, const char *line)
{
	for (size_t i = 0; i < x->names.len; i++) {
		const char *name = x->names.at[i];
		size_t n = strlen(name);
		for (const char *at = strstr(line, name); at; at = strstr(at + 1, name)) {
			const char *from = at;
			while (from > line && !strchr(" \t|;&(`", from[-1]))
				from--;
			bool whole = at == from || at[-1] == '/';
			if (!whole || (at[n] && !strchr(" \t", at[n])) || !begins_command(line, from) ||
				x->lines >= MOST_LINES)
				continue;
			take_line(x, dir, shown, line, from, at + n);
		}
	}
}

/* In a document, a command is indented or follows a prompt; other lines are prose. */
static bool may_be_command(const char *path, const char *line)
{
	static const char *const prose[] = {".md", ".rst", ".txt", NULL};
	size_t n = strspn(line, " ");
	bool document = ends_with(path, prose) || strstr(path, "README");
	return !document || n >= 4 || line[n] == '\t' || line[n] == '$' || !strncmp(line + n, "./", 2);
}

/* A line of a manual page without its macro: `.B cut \-b 1`. */
static const char *without_macro(const char *line)
{
	size_t n = line[0] == '.' ? 1 + strspn(line + 1, "BIRSMPTHXE") : 0;
	return n > 1 && line[n] == ' ' ? line + n + 1 : line;
}

static void search_text(Examples *x, const char *dir, const char *path)
{
	Buf text = {0};
	Err ignored;
	u64 size;
	u32 number = 0;
	if (!regular(path, &size) || size > LARGE_TEXT || !file_read(path, &text, &ignored) ||
		!text.len || memchr(text.at, 0, text.len))
		text.len = 0;
	buf_addc(&text, 0);
	for (char *at = (char *)text.at, *next; at && *at; at = next) {
		next = strchr(at, '\n');
		if (next)
			*next++ = 0;
		char *shown = xasprintf("as in %s:%u", path, ++number);
		if (may_be_command(path, at))
			search_line(x, dir, shown, without_macro(at));
		free(shown);
	}
	buf_free(&text);
}

/* ---- contents ---- */

static void take_contents(Examples *x, const char *path, u64 size)
{
	const ProgramWords *w = x->words;
	u32 one;
	if (strmap_get(&x->taken, path, &one))
		return;
	strmap_put(&x->taken, path, 1);
	char *value = xasprintf("@file:%llu=%s", (unsigned long long)size + ROOM, path);
	char *reason = xasprintf("starts with %s", path);
	for (u32 k = 1; k <= WORDS_ANY; k++) {
		if (!w->arg[k].opened)
			continue;
		Suggestion *s = suggestion_add(x->to, reason);
		WordShapes texts = {0};
		for (u32 i = 1; k != WORDS_ANY && i < k; i++)
			vec_push(&s->words,
					 arena_strdup(&x->to->arena, word_placeholder(&texts, &w->arg[i], "")));
		vec_push(&s->words, arena_strdup(&x->to->arena, value));
		word_shapes_free(&texts);
	}
	if (w->input)
		suggestion_add(x->to, reason)->input = arena_strdup(&x->to->arena, value);
	x->files++;
	free(value);
	free(reason);
}

/* ---- directories ---- */

/* Sources, objects and what drift makes are no inputs. */
static bool is_code(const char *name)
{
	static const char *const ends[] = {".c", ".h",  ".o",  ".a",  ".so", ".bc", ".ll",    ".sh",
									   ".t", ".md", ".py", ".pl", ".am", ".in", ".cmake", NULL};
	return ends_with(name, ends) || !strncmp(name, "Makefile", 8) || !strncmp(name, "README", 6);
}

static bool has_commands(const char *name)
{
	static const char *const ends[] = {".sh", ".t",   ".md", ".rst", ".test", ".bats", "Makefile",
									   ".mk", ".txt", ".1",  ".at",  "cmd",   NULL};
	return ends_with(name, ends) || !strncmp(name, "README", 6) || !strncmp(name, "run", 3) ||
		   !strncmp(name, "test", 4);
}

static void search_dir(Examples *x, const char *dir, bool contents)
{
	struct dirent **names;
	int n = scandir(dir, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = names[i]->d_name;
		char *path = !strcmp(dir, ".") ? xstrdup(name) : xasprintf("%s/%s", dir, name);
		u64 size;
		if (name[0] != '.' && i < MOST_NAMES && regular(path, &size)) {
			if (has_commands(name))
				search_text(x, dir, path);
			if (contents && !is_code(name) && size && size <= LARGE_START && x->files < MOST_FILES)
				take_contents(x, path, size);
		}
		free(path);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
}

/* A directory of tests or examples, by its name. */
static bool has_examples(const char *name)
{
	static const char *const begins[] = {"test", "example", "sample", "corpus", "regress", "demo"};
	bool any = !strcmp(name, "t");
	for (size_t i = 0; i < countof(begins); i++)
		any |= !strncasecmp(name, begins[i], strlen(begins[i]));
	return any;
}

/* Directories in a directory: those of tests and examples, or all. */
static void directories_in(const char *root, bool all, StrList *to, Arena *arena)
{
	struct dirent **names;
	int n = scandir(root, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = names[i]->d_name;
		char *path = !strcmp(root, ".") ? xstrdup(name) : xasprintf("%s/%s", root, name);
		if (name[0] != '.' && i < MOST_NAMES && (all || has_examples(name)) && is_directory(path))
			vec_push(to, arena_strdup(arena, path));
		free(path);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
}

static void search_near(Examples *x, const char *root)
{
	static const char *const documents[] = {"doc", "docs", "man"};
	StrList list = {0};
	search_dir(x, root, false);
	for (size_t i = 0; i < countof(documents); i++) {
		char *dir =
			!strcmp(root, ".") ? xstrdup(documents[i]) : xasprintf("%s/%s", root, documents[i]);
		if (is_directory(dir))
			search_dir(x, dir, false);
		free(dir);
	}
	directories_in(root, false, &list, &x->arena);
	size_t n = list.len;
	for (size_t i = 0; i < n && i < MOST_DIRS; i++)
		directories_in(list.at[i], true, &list, &x->arena);
	for (size_t i = 0; i < list.len && i < MOST_DIRS; i++)
		search_dir(x, list.at[i], true);
	vec_free(&list);
}

/* Names of the program: of what the user named, and of the source that has main. */
static void add_name(Examples *x, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = xstrdup(slash ? slash + 1 : path), *dot = strrchr(name, '.');
	if (dot && dot != name && (!strcmp(dot, ".c") || !strcmp(dot, ".bc") || !strcmp(dot, ".ll")))
		*dot = 0;
	bool known = !*name || !strcmp(name, ".") || !strcmp(name, "..");
	for (size_t i = 0; i < x->names.len; i++)
		known |= !strcmp(x->names.at[i], name);
	if (!known)
		vec_push(&x->names, arena_strdup(&x->arena, name));
	free(name);
}

static bool is_top(const char *dir)
{
	char *git = xasprintf("%s/.git", dir);
	bool top = file_exists(git) || is_directory(git);
	free(git);
	return top;
}

/* The directory of the program and, in a repository, those above it. */
static void search_up(Examples *x, const char *dir)
{
	u32 top = 0;
	char *at[LEVELS + 1];
	for (u32 i = 0; i <= LEVELS; i++) {
		at[i] = i ? xasprintf("%s/..", at[i - 1]) : xstrdup(dir);
		if (!top && is_top(at[i]))
			top = i + 1;
	}
	for (u32 i = 0; i <= LEVELS; i++) {
		if (!i || i < top)
			search_near(x, at[i]);
		free(at[i]);
	}
}

void suggest_examples(const Program *p, const char *path, const StrList *files, Suggestions *to)
{
	ProgramWords *w = program_words(p);
	Examples x = {.words = w, .to = to};
	char *dir = xstrdup(path), *slash = is_directory(path) ? NULL : strrchr(dir, '/');
	add_name(&x, path);
	if (p->main != NO_OPERAND && p->functions.at[p->main].loc)
		add_name(&x, p->files.at[p->locs.at[p->functions.at[p->main].loc].file]);
	if (slash)
		*slash = 0;
	u64 size;
	for (size_t i = 0; files && i < files->len; i++)
		if (regular(files->at[i], &size) && size && size <= LARGE_GIVEN)
			take_contents(&x, files->at[i], size);
	search_up(&x, slash || is_directory(path) ? dir : ".");
	free(dir);
	vec_free(&x.names);
	strmap_free(&x.taken);
	arena_free(&x.arena);
	program_words_free(w);
}
