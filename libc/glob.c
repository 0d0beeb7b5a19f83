/* glob.c: finds file names that match a pattern.
 *
 * Braces and the tilde are expanded first. Then the pattern is processed component by component,
 * and only components with a special character read a directory. */
#include <dirent.h>
#include <fnmatch.h>
#include <glob.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sys.h"

/* A growing list of names, each its own heap block. */
typedef struct names {
	char **at;
	size_t n, room;
} names;

/* One call. */
typedef struct job {
	int flags;
	int (*on_error)(const char *path, int code); /* or NULL */
	glob_t *g;                                   /* for GLOB_ALTDIRFUNC */
	names found;
	int told; /* gl_flags after the last pattern with names */
} job;

static bool add_name(names *list, char *name)
{
	if (list->n == list->room) {
		size_t room = list->room ? 2 * list->room : 16;
		char **bigger = realloc(list->at, room * sizeof *bigger);
		if (!bigger) {
			free(name);
			return false;
		}
		list->at = bigger;
		list->room = room;
	}
	list->at[list->n++] = name;
	return name != NULL;
}

static void free_names(names *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->at[i]);
	free(list->at);
	*list = (names){0};
}

/* a[0..n) b c in one block. */
static char *join(const char *a, size_t n, const char *b, const char *c)
{
	size_t m = strlen(b), k = strlen(c);
	char *s = malloc(n + m + k + 1);
	if (s) {
		memcpy(s, a, n);
		memcpy(s + n, b, m);
		memcpy(s + n + m, c, k + 1);
	}
	return s;
}

static bool is_special(const char *s, size_t n, bool escapes)
{
	bool open = false;
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '*' || s[i] == '?' || (s[i] == ']' && open))
			return true;
		if (s[i] == '\\' && escapes)
			i++;
		else if (s[i] == '[')
			open = true;
	}
	return false;
}

/* A last component with an unclosed bracket, or with escapes, is searched in its directory like a
 * special one. */
static bool is_looked_for(const char *last, bool escapes)
{
	return is_special(last, strlen(last), escapes) || strchr(last, '[') ||
		   (escapes && strchr(last, '\\'));
}

int glob_pattern_p(const char *pattern, int escapes)
{
	return is_special(pattern, strlen(pattern), escapes);
}

static void unescape(char *s)
{
	char *to = s;
	for (; *s; s++) {
		if (*s == '\\' && s[1])
			s++;
		*to++ = *s;
	}
	*to = 0;
}

static int get_stat(const job *j, const char *path, struct stat *st, bool follow)
{
	if (j->flags & GLOB_ALTDIRFUNC)
		return follow ? j->g->gl_stat(path, st) : j->g->gl_lstat(path, st);
	return follow ? stat(path, st) : lstat(path, st);
}

static bool is_dir(const job *j, const char *path)
{
	struct stat st;
	return get_stat(j, path, &st, true) == 0 && S_ISDIR(st.st_mode);
}

static int walk(job *j, char *prefix, const char *pattern);

/* An entry of a directory fits; go on below it or keep it. */
static int take_entry(job *j, const char *prefix, const struct dirent *entry, const char *after)
{
	const char *more = after + strspn(after, "/");
	char *path = join(prefix, strlen(prefix), entry->d_name, "");
	if (!path)
		return GLOB_NOSPACE;
	/* Keeps only directories, if that is cheap to find out; follows links. */
	bool drop = (j->flags & GLOB_ONLYDIR) && entry->d_type != DT_DIR && !is_dir(j, path);
	if (!*after && !drop)
		return add_name(&j->found, path) ? 0 : GLOB_NOSPACE;
	if (drop || !is_dir(j, path)) {
		free(path);
		return 0;
	}
	char *slashes = join(after, (size_t)(more - after), "", "");
	char *below = slashes ? join(path, strlen(path), slashes, "") : NULL;
	free(slashes);
	free(path);
	if (!below)
		return GLOB_NOSPACE;
	return walk(j, below, more);
}

/* Reports a directory that cannot be read; its name is passed without the final slash. */
static int dir_error(const job *j, const char *path)
{
	int code = errno;
	size_t n = strlen(path);
	char *name = join(path, n > 1 && path[n - 1] == '/' ? n - 1 : n, "", "");
	if (!name)
		return GLOB_NOSPACE;
	bool stop = (j->on_error && j->on_error(name, code)) || (j->flags & GLOB_ERR);
	free(name);
	return stop ? GLOB_ABORTED : 0;
}

/* Without GLOB_PERIOD, a leading period must be matched explicitly; in intermediate directories it
 * always must. */
static int match_flags(const job *j, bool last)
{
	return (last && (j->flags & GLOB_PERIOD) ? 0 : FNM_PERIOD) |
		   (j->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0);
}

/* The component part of the pattern, which is special, in the directory prefix. */
static int scan_dir(job *j, const char *prefix, const char *part, const char *after)
{
	bool other = j->flags & GLOB_ALTDIRFUNC;
	const char *name = prefix[0] ? prefix : ".";
	void *dir = other ? j->g->gl_opendir(name) : opendir(name);
	struct dirent *entry;
	int r = 0;

	if (!dir) {
		/* A prefix that is not a directory has no entries. */
		return errno == ENOTDIR ? 0 : dir_error(j, name);
	}
	while (!r && (entry = other ? j->g->gl_readdir(dir) : readdir(dir))) {
		if (entry->d_ino == 0 || fnmatch(part, entry->d_name, match_flags(j, !*after)) != 0)
			continue;
		r = take_entry(j, prefix, entry, after);
	}
	if (other)
		j->g->gl_closedir(dir);
	else
		closedir(dir);
	return r;
}

/* Walks on from prefix (owned, "" or ending in '/') along the rest of the pattern. Components that
 * are not special are just appended; they need to exist, not to be read. */
static int walk(job *j, char *prefix, const char *pattern)
{
	bool escapes = !(j->flags & GLOB_NOESCAPE);
	struct stat st;
	int r = 0;

	for (;;) {
		size_t n = strcspn(pattern, "/");
		const char *after = pattern + n;
		char *part = join(pattern, n, "", "");
		if (!part) {
			free(prefix);
			return GLOB_NOSPACE;
		}
		if (is_special(part, n, escapes) || (!*after && is_looked_for(part, escapes))) {
			r = scan_dir(j, prefix, part, after);
			free(part);
			break;
		}
		if (escapes)
			unescape(part);
		size_t slashes = strspn(after, "/");
		char *sep = join(after, slashes, "", "");
		char *longer = sep ? join(prefix, strlen(prefix), part, sep) : NULL;
		free(sep);
		free(part);
		free(prefix);
		prefix = longer;
		if (!prefix)
			return GLOB_NOSPACE;
		pattern = after + slashes;
		if (!*pattern) {
			if (get_stat(j, prefix, &st, false) == 0 && (!slashes || is_dir(j, prefix)))
				return add_name(&j->found, prefix) ? 0 : GLOB_NOSPACE;
			break;
		}
	}
	free(prefix);
	return r;
}

/* ---- tilde ---- */

/* The pattern with ~ or ~user replaced; NULL with *code 0 when there is nothing to replace. */
static char *expand_tilde(const char *pattern, int flags, int *code)
{
	size_t n = strcspn(pattern, "/");
	const char *home = NULL;
	struct passwd *user;

	*code = 0;
	if (n == 1) {
		home = getenv("HOME");
		if (!home || !home[0])
			home = (user = getpwuid(getuid())) ? user->pw_dir : NULL;
	} else {
		char *name = join(pattern + 1, n - 1, "", "");
		if (!name) {
			*code = GLOB_NOSPACE;
			return NULL;
		}
		home = (user = getpwnam(name)) ? user->pw_dir : NULL;
		free(name);
	}
	if (!home) {
		if (flags & GLOB_TILDE_CHECK)
			*code = GLOB_NOMATCH;
		return NULL;
	}
	char *s = join(home, strlen(home), pattern + n, "");
	if (!s)
		*code = GLOB_NOSPACE;
	return s;
}

/* ---- braces ---- */

/* The ',' or '}' that ends the alternative at p, or NULL. */
static const char *next_alternative(const char *p, bool escapes)
{
	int depth = 0;
	for (; *p; p++) {
		if (*p == '\\' && escapes && p[1])
			p++;
		else if (*p == '{')
			depth++;
		else if ((*p == '}' && depth-- == 0) || (*p == ',' && depth == 0))
			return p;
	}
	return NULL;
}

static int glob_one(job *j, const char *pattern);

/* True if the pattern has braces to expand; then *r is the result of all of them. */
static bool expand_braces(job *j, const char *pattern, int *r)
{
	bool escapes = !(j->flags & GLOB_NOESCAPE);
	const char *open = pattern, *end, *at;

	for (; *open && *open != '{'; open++)
		if (*open == '\\' && escapes && open[1])
			open++;
	if (!*open || (open[1] == '}' && !open[2] && open == pattern))
		return false;
	for (end = open + 1; (end = next_alternative(end, escapes)) && *end == ',';)
		end++;
	if (!end)
		return false;
	/* An alternative counts only if it exists. If none exists, the whole pattern decides what to
	 * do. */
	int flags = j->flags;
	j->flags = (flags & ~(GLOB_NOCHECK | GLOB_NOMAGIC)) | GLOB_APPEND;
	*r = 0;
	for (at = open + 1; at <= end && (!*r || *r == GLOB_NOMATCH);) {
		const char *stop = next_alternative(at, escapes);
		char *middle = join(at, (size_t)(stop - at), end + 1, "");
		char *one = middle ? join(pattern, (size_t)(open - pattern), middle, "") : NULL;
		*r = one ? glob_one(j, one) : GLOB_NOSPACE;
		free(middle);
		free(one);
		at = stop + 1;
	}
	j->flags = flags;
	return true;
}

/* ---- one pattern without braces, and the whole pattern ---- */

static int compare(const void *a, const void *b)
{
	return strcoll(*(char *const *)a, *(char *const *)b);
}

/* Marks directories among names from first on with a slash. */
static int mark_dirs(job *j, size_t first)
{
	for (size_t i = first; i < j->found.n; i++) {
		char *name = j->found.at[i];
		size_t n = strlen(name);
		if (is_dir(j, name)) {
			char *marked = join(name, n, "/", "");
			if (!marked)
				return GLOB_NOSPACE;
			free(name);
			j->found.at[i] = marked;
		}
	}
	return 0;
}

/* gl_flags after a pattern that matched names (found), or that was returned itself because nothing
 * matched. glibc sets them as a side effect: it searches directories with special characters
 * separately, and treats names without any as with GLOB_NOCHECK. */
static int flags_told(const job *j, const char *pattern, bool found)
{
	bool escapes = !(j->flags & GLOB_NOESCAPE);
	const char *slash = strrchr(pattern, '/');
	const char *last = slash ? slash + 1 : pattern;
	bool dirs = is_special(pattern, (size_t)(last - pattern), escapes);
	int flags = j->flags | (slash && !*last ? GLOB_ONLYDIR : 0);
	if (dirs && found)
		flags = (flags | GLOB_APPEND) & ~(GLOB_NOCHECK | GLOB_NOMAGIC);
	if (dirs && !found)
		return flags | GLOB_MAGCHAR;
	if (!is_looked_for(last, escapes))
		return flags | GLOB_NOCHECK;
	char *dir = join(pattern, (size_t)(last - pattern), ".", "");
	bool read = found || (dir && is_dir(j, dir));
	free(dir);
	return flags | (read ? GLOB_MAGCHAR : 0);
}

static int glob_one(job *j, const char *pattern)
{
	size_t first = j->found.n;
	char *expanded = NULL;
	int r;

	if ((j->flags & GLOB_BRACE) && expand_braces(j, pattern, &r)) {
		if (r && r != GLOB_NOMATCH)
			return r;
		if (j->found.n > first)
			return 0;
		if (!(j->flags & (GLOB_NOCHECK | GLOB_NOMAGIC)))
			return GLOB_NOMATCH;
		j->told = flags_told(j, pattern, false);
		return add_name(&j->found, strdup(pattern)) ? 0 : GLOB_NOSPACE;
	}
	if (pattern[0] == '~' && (j->flags & (GLOB_TILDE | GLOB_TILDE_CHECK))) {
		expanded = expand_tilde(pattern, j->flags, &r);
		if (r)
			return r;
	}
	const char *use = expanded ? expanded : pattern;
	if (pattern[0] == '~' && !strchr(pattern, '/') &&
		(j->flags & (GLOB_TILDE | GLOB_TILDE_CHECK))) {
		/* A home directory is used as named, whether or not it exists. */
		r = add_name(&j->found, strdup(use)) ? 0 : GLOB_NOSPACE;
		free(expanded);
		return r;
	}
	size_t slashes = strspn(use, "/");
	char *prefix = join(use, slashes && !use[slashes] ? 1 : slashes, "", "");
	r = prefix ? walk(j, prefix, use + slashes) : GLOB_NOSPACE;
	if (!r && j->found.n > first)
		j->told = flags_told(j, use, true);
	if (!r && j->found.n == first) {
		bool keep = (j->flags & GLOB_NOCHECK) ||
					((j->flags & GLOB_NOMAGIC) && use[0] && !strpbrk(use, "*?["));
		r = !keep ? GLOB_NOMATCH : add_name(&j->found, strdup(use)) ? 0 : GLOB_NOSPACE;
		j->told = keep ? flags_told(j, use, false) : j->told;
	} else if (!r) {
		if (j->flags & GLOB_MARK)
			r = mark_dirs(j, first);
		if (!(j->flags & GLOB_NOSORT))
			qsort(j->found.at + first, j->found.n - first, sizeof(char *), compare);
	}
	free(expanded);
	return r;
}

/* Appends the names found to the caller's list. */
static int deliver(job *j, glob_t *g)
{
	size_t before = g->gl_offs + g->gl_pathc;
	char **list = realloc(g->gl_pathv, (before + j->found.n + 1) * sizeof *list);

	if (!list)
		return GLOB_NOSPACE;
	if (!g->gl_pathv)
		for (size_t i = 0; i < g->gl_offs; i++)
			list[i] = NULL;
	if (j->found.n)
		memcpy(list + before, j->found.at, j->found.n * sizeof *list);
	list[before + j->found.n] = NULL;
	g->gl_pathv = list;
	g->gl_pathc += j->found.n;
	j->found.n = 0;
	return 0;
}

int glob(const char *restrict pattern, int flags, int (*on_error)(const char *path, int code),
		 glob_t *restrict g)
{
	job j = {.flags = flags, .on_error = on_error, .g = g, .told = flags};

	if (flags & ~__GLOB_FLAGS)
		return fail(EINVAL);
	if (!(flags & GLOB_DOOFFS))
		g->gl_offs = 0;
	if (!(flags & GLOB_APPEND)) {
		g->gl_pathc = 0;
		g->gl_pathv = NULL;
	}
	int r = glob_one(&j, pattern);
	if (j.found.n)
		g->gl_flags = j.told;
	if ((!r || r == GLOB_ABORTED) && j.found.n) {
		int code = deliver(&j, g);
		r = code ? code : r;
	}
	free_names(&j.found);
	return r;
}

void globfree(glob_t *g)
{
	if (!g->gl_pathv)
		return;
	for (size_t i = 0; i < g->gl_pathc; i++)
		free(g->gl_pathv[g->gl_offs + i]);
	free(g->gl_pathv);
	g->gl_pathv = NULL;
}

int ALIAS_AS(glob, glob64)(const char *restrict, int, int (*)(const char *, int),
						   glob64_t *restrict);
void ALIAS_AS(globfree, globfree64)(glob64_t *);
