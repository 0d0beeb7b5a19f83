/* edits.c: reads two versions, compares their lines, writes versions in between. */
#include "clients/blame/edits.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sys/stat.h>
#include <unistd.h>

#include "toolchain/ccline.h"
#include "versions/changes/sequence.h"

/* ---- reading ---- */

static EditFile *file_of(Edits *e, const char *name)
{
	for (size_t i = 0; i < e->files.len; i++)
		if (!strcmp(e->files.at[i].name, name))
			return &e->files.at[i];
	vec_push(&e->files, ((EditFile){.name = xstrdup(name), .plain = true}));
	return &vec_last(&e->files);
}

static bool read_into(EditFile *f, Side s, const char *path, Err *err)
{
	f->there[s] = true;
	if (!file_read(path, &f->text[s], err))
		return false;
	f->plain &= !f->text[s].len || !memchr(f->text[s].at, 0, f->text[s].len);
	return true;
}

/* True for build products: objects, libraries, programs, bitcode, logs and dependency lists. */
static bool is_built(const char *name, const char *path)
{
	static const char *const ends[] = {".log", ".status", ".d", ".Po", ".Plo", ".orig", ".rej"};
	static const char *const begins[] = {"\177ELF", "!<arch>", "BC\xc0\xde"};
	char head[8] = "";
	size_t n = strlen(name);
	for (size_t i = 0; i < countof(ends); i++)
		if (n > strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i]))
			return true;
	FILE *in = fopen(path, "r");
	size_t got = in ? fread(head, 1, sizeof head - 1, in) : 0;
	if (in)
		fclose(in);
	for (size_t i = 0; i < countof(begins); i++)
		if (got >= strlen(begins[i]) && !memcmp(head, begins[i], strlen(begins[i])))
			return true;
	return false;
}

static bool read_entry(Edits *e, Side s, const char *name, const char *path, const struct stat *st,
					   Err *err)
{
	if (is_built(name, path))
		return true;
	EditFile *f = file_of(e, name);
	f->runs |= (st->st_mode & S_IXUSR) != 0;
	f->when[s] = st->st_mtim;
	f->database = !strcmp(name, "compile_commands.json");
	return read_into(f, s, path, err);
}

/* All files below a directory but hidden ones. */
static bool read_tree(Edits *e, Side s, const char *dir, const char *below, Err *err)
{
	struct dirent **names;
	int n = scandir(dir, &names, NULL, alphasort);
	bool good = n >= 0 || err_set(err, "%s: %s", dir, strerror(errno));
	for (int i = 0; i < n; i++) {
		char *path = xasprintf("%s/%s", dir, names[i]->d_name);
		char *name = xasprintf("%s%s%s", below, *below ? "/" : "", names[i]->d_name);
		struct stat st;
		bool look = good && names[i]->d_name[0] != '.' && stat(path, &st) == 0;
		if (look && S_ISDIR(st.st_mode))
			good = read_tree(e, s, path, name, err);
		else if (look && S_ISREG(st.st_mode))
			good = read_entry(e, s, name, path, &st, err);
		free(path);
		free(name);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	return good;
}

/* Headers beside a file that it names in quotes, and what they name. */
static bool read_headers(Edits *e, Side s, const char *text, Err *err)
{
	bool good = true;
	for (const char *at = text; good && at && *at; at = strchr(at, '\n')) {
		char name[256];
		at += strspn(at, " \t\r\n");
		if (sscanf(at, "# include \"%255[^\"\n]\"", name) != 1 || strstr(name, "..") ||
			name[0] == '/')
			continue;
		char *path = xasprintf("%s/%s", e->root[s], name);
		EditFile *f = file_exists(path) ? file_of(e, name) : NULL;
		if (f && !f->there[s]) {
			good = read_into(f, s, path, err);
			char *copy = xstrdup(buf_str(&f->text[s])); /* files may move */
			good = good && read_headers(e, s, copy, err);
			free(copy);
		}
		free(path);
	}
	return good;
}

static bool read_file(Edits *e, Side s, const char *path, Err *err)
{
	char *copy = xstrdup(path), *again = xstrdup(path);
	const char *name = basename(copy);
	e->root[s] = xstrdup(dirname(again));
	if (s == OLD)
		e->main = xstrdup(name);
	EditFile *f = file_of(e, e->main);
	if (s == NEW && strcmp(name, e->main))
		f->other = xstrdup(name);
	bool good = read_into(f, s, path, err);
	char *text = xstrdup(buf_str(&f->text[s]));
	good = good && read_headers(e, s, text, err);
	free(text);
	free(copy);
	free(again);
	return good;
}

static bool read_version(Edits *e, Side s, const char *path, Err *err)
{
	if (!is_directory(path) && lang_of_file(path) != LANG_C)
		return err_set(err, "%s is not a source file: drift cannot build versions of it", path);
	if (!is_directory(path))
		return read_file(e, s, path, err);
	e->root[s] = xstrdup(path);
	return read_tree(e, s, path, "", err);
}

/* ---- comparing ---- */

static void find_lines(EditFile *f, Side s)
{
	const Buf *t = &f->text[s];
	vec_push(&f->line[s], 0);
	for (size_t i = 0; i < t->len; i++)
		if (t->at[i] == '\n' || i + 1 == t->len)
			vec_push(&f->line[s], (u32)i + 1);
}

static u32 n_lines(const EditFile *f, Side s)
{
	return (u32)f->line[s].len - 1;
}

/* Numbers of the lines: equal lines have equal numbers. */
static u64 *line_keys(const EditFile *f, Side s, KeyMap *numbers, Arena *a)
{
	u64 *keys = arena_array(a, u64, n_lines(f, s) + 1);
	for (u32 k = 0; k < n_lines(f, s); k++) {
		Key line = {f->text[s].at + f->line[s].at[k], f->line[s].at[k + 1] - f->line[s].at[k]};
		keys[k] = keymap_number(numbers, line);
	}
	return keys;
}

static void on_equal(u32 i, u32 j, void *arg)
{
	((u32 *)arg)[i + 1] = j + 1;
}

static void compare_lines(Edits *e, u32 file)
{
	EditFile *f = &e->files.at[file];
	Arena a = {0};
	u32 n = n_lines(f, OLD), k = n_lines(f, NEW);
	u32 *equal = arena_array(&a, u32, n + 2); /* by line of OLD: the one of NEW, or 0 */
	/* Incomplete means larger edits, no more. */
	KeyMap numbers = {0};
	const u64 *old = line_keys(f, OLD, &numbers, &a), *newer = line_keys(f, NEW, &numbers, &a);
	sequence_align(old, n, newer, k, &a, on_equal, equal);
	keymap_free(&numbers);
	u32 i = 1, j = 1;
	while (i <= n || j <= k) {
		if (i <= n && equal[i] == j) {
			i++;
			j++;
			continue;
		}
		Edit edit = {.file = file, .from = {i, j}};
		while (i <= n && !equal[i])
			i++;
		j = i <= n ? equal[i] : k + 1;
		edit.to[OLD] = i;
		edit.to[NEW] = j;
		vec_push(&e->at, edit);
	}
	arena_free(&a);
}

static void compare_file(Edits *e, u32 file)
{
	EditFile *f = &e->files.at[file];
	const Buf *old = &f->text[OLD], *now = &f->text[NEW];
	find_lines(f, OLD);
	find_lines(f, NEW);
	if (f->database)
		return;
	bool both = f->there[OLD] && f->there[NEW];
	if (both && old->len == now->len && !memcmp(buf_str(old), buf_str(now), old->len))
		return;
	if (both && f->plain) {
		compare_lines(e, file);
		return;
	}
	Edit whole = {.file = file, .from = {1, 1}};
	whole.to[OLD] = n_lines(f, OLD) + 1;
	whole.to[NEW] = n_lines(f, NEW) + 1;
	vec_push(&e->at, whole);
}

bool edits_find(const char *old, const char *now, Edits *e, Err *err)
{
	*e = (Edits){0};
	if (is_directory(old) != is_directory(now))
		return err_set(err, "%s is a directory and %s is not: drift cannot compare their text",
					   is_directory(old) ? old : now, is_directory(old) ? now : old);
	if (!read_version(e, OLD, old, err) || !read_version(e, NEW, now, err))
		return false;
	for (u32 i = 0; i < e->files.len; i++)
		compare_file(e, i);
	return true;
}

void edits_free(Edits *e)
{
	for (size_t i = 0; i < e->files.len; i++) {
		EditFile *f = &e->files.at[i];
		free(f->name);
		free(f->other);
		for (Side s = OLD; s < N_SIDES; s++) {
			buf_free(&f->text[s]);
			vec_free(&f->line[s]);
		}
	}
	vec_free(&e->files);
	vec_free(&e->at);
	free(e->root[OLD]);
	free(e->root[NEW]);
	free(e->main);
}

/* ---- writing ---- */

static void add_lines(const EditFile *f, Side s, u32 from, u32 to, Buf *out)
{
	u32 begin = f->line[s].at[from - 1], end = f->line[s].at[to - 1];
	if (end > begin)
		buf_add(out, f->text[s].at + begin, end - begin);
}

static bool is_c_text(const char *name)
{
	static const char *const ends[] = {".h", ".inc", ".def"};
	size_t n = strlen(name);
	for (size_t i = 0; i < countof(ends); i++)
		if (n > strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i]))
			return true;
	return lang_of_file(name) == LANG_C;
}

/* Empty lines; behind one that goes on with a backslash, so do they. */
static void add_empty(u32 n, Buf *out)
{
	size_t end = out->len && out->at[out->len - 1] == '\n' ? out->len - 1 : 0;
	while (end && (out->at[end - 1] == '\r' || out->at[end - 1] == ' ' || out->at[end - 1] == '\t'))
		end--;
	bool goes_on = end && out->at[end - 1] == '\\';
	for (u32 i = 0; i < n; i++)
		buf_adds(out, goes_on ? "\\\n" : "\n");
}

/* Returns the number of additional lines on the side that was not taken. */
static u32 missing(const Edit *d, Side taken)
{
	u32 own = d->to[taken] - d->from[taken], other = d->to[!taken] - d->from[!taken];
	return other > own ? other - own : 0;
}

/* The file with the edits that are taken; false: it is not in that version. */
static bool edited(const Edits *e, u32 file, const bool *take, bool level, Buf *out)
{
	const EditFile *f = &e->files.at[file];
	bool there = f->there[OLD];
	level = level && f->plain && is_c_text(f->name);
	u32 next = 1; /* line of OLD */
	for (u32 i = 0; i < e->at.len; i++) {
		const Edit *d = &e->at.at[i];
		if (d->file != file)
			continue;
		if (take[i] && f->there[OLD] != f->there[NEW])
			there = f->there[NEW];
		add_lines(f, OLD, next, d->from[OLD], out);
		Side s = take[i] ? NEW : OLD;
		add_lines(f, s, d->from[s], d->to[s], out);
		next = d->to[OLD];
		if (level && next <= n_lines(f, OLD))
			add_empty(missing(d, s), out);
	}
	add_lines(f, OLD, next, n_lines(f, OLD) + 1, out);
	return there;
}

/* A database that names OLD's directory names another one instead. */
static void move_database(const Edits *e, const char *to, Buf *text)
{
	char *from = realpath(e->root[OLD], NULL), *there = realpath(to, NULL);
	size_t n = from ? strlen(from) : 0;
	Buf moved = {0};
	for (const char *at = buf_str(text); n && there && *at;) {
		bool whole = !strncmp(at, from, n) && (at[n] == '/' || at[n] == '"' || at[n] == ' ');
		if (whole)
			buf_adds(&moved, there);
		else
			buf_addc(&moved, *at);
		at += whole ? n : 1;
	}
	if (moved.len) {
		buf_free(text);
		*text = moved;
	}
	free(from);
	free(there);
}

/* Modes and times as they were: rules of a build compare them. */
static bool as_it_was(const EditFile *f, const char *path, Err *err)
{
	const struct timespec *old = &f->when[OLD], *now = &f->when[NEW];
	struct timespec when = old->tv_sec > now->tv_sec ? *old : *now, both[2] = {when, when};
	bool good =
		(!f->runs || !chmod(path, 0777)) && (!when.tv_sec || !utimensat(AT_FDCWD, path, both, 0));
	return good || err_set(err, "%s: %s", path, strerror(errno));
}

bool edits_write(const Edits *e, const bool *take, bool level, const char *to, Err *err)
{
	bool good = dir_make(to, err);
	for (u32 i = 0; good && i < e->files.len; i++) {
		Buf text = {0};
		char *path = xasprintf("%s/%s", to, e->files.at[i].name), *copy = xstrdup(path);
		bool there = edited(e, i, take, level, &text);
		if (there && e->files.at[i].database)
			move_database(e, to, &text);
		if (there)
			good = dir_make(dirname(copy), err) &&
				   file_write(path, buf_str(&text), text.len, err) &&
				   as_it_was(&e->files.at[i], path, err);
		buf_free(&text);
		free(path);
		free(copy);
	}
	return good;
}

char *edits_flags(const Edits *e, const char *given, const char *sources)
{
	char *root = e->main ? NULL : realpath(e->root[OLD], NULL);
	char *word = xasprintf("-working-directory=%s", root ? root : "/");
	const char *found = given && root ? strstr(given, word) : NULL;
	bool inside = found && found[strlen(word)] != '/';
	char *all = inside ? xasprintf("%s '-working-directory=%s'", given, sources)
					   : xstrdup(given ? given : "");
	free(word);
	free(root);
	return all;
}

bool edit_file_is_code(const EditFile *f)
{
	const char *name = f->name;
	static const char *const ends[] = {".c", ".h", ".y", ".l", ".inc", ".def", ".S"};
	size_t n = strlen(name);
	for (size_t i = 0; i < countof(ends); i++)
		if (n > strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i]))
			return true;
	return false;
}

static bool rewrite_file(const Edits *e, u32 file, const bool *take, bool level, const char *to,
						 Err *err)
{
	const EditFile *f = &e->files.at[file];
	Buf text = {0};
	char *path = xasprintf("%s/%s", to, f->name), *copy = xstrdup(path);
	bool good = true;
	unlink(path); /* never through a link */
	if (edited(e, file, take, level, &text)) {
		good = dir_make(dirname(copy), err) && file_write(path, buf_str(&text), text.len, err);
		if (good && edit_file_is_code(f))
			good = !f->runs || !chmod(path, 0777) || err_set(err, "%s: %s", path, strerror(errno));
		else if (good)
			good = as_it_was(f, path, err);
	}
	buf_free(&text);
	free(path);
	free(copy);
	return good;
}

bool edits_rewrite(const Edits *e, const bool *was, const bool *take, bool level, const char *to,
				   Err *err)
{
	bool good = true;
	for (u32 i = 0; good && i < e->files.len; i++) {
		bool other = false;
		for (u32 k = 0; k < e->at.len; k++)
			other |= e->at.at[k].file == i && was[k] != take[k];
		good = !other || rewrite_file(e, i, take, level, to, err);
	}
	return good;
}

/* ---- telling ---- */

void edit_location(const Edits *e, u32 edit, Buf *to)
{
	const Edit *d = &e->at.at[edit];
	const EditFile *f = &e->files.at[d->file];
	Side s = d->from[NEW] < d->to[NEW] ? NEW : OLD;
	buf_adds(to, s == NEW && f->other ? f->other : f->name);
	buf_addf(to, ":%u", d->from[s]);
	if (d->to[s] > d->from[s] + 1)
		buf_addf(to, "-%u", d->to[s] - 1);
}

void edit_text(const Edits *e, u32 edit, Side s, Buf *to)
{
	const Edit *d = &e->at.at[edit];
	add_lines(&e->files.at[d->file], s, d->from[s], d->to[s], to);
}

bool edit_has_word(const Edits *e, u32 edit, const char *word)
{
	Buf text = {0};
	size_t n = strlen(word);
	bool found = false;
	edit_text(e, edit, NEW, &text);
	for (const char *at = buf_str(&text); n && !found && (at = strstr(at, word)); at++) {
		bool left = at > text.at && (isalnum((u8)at[-1]) || at[-1] == '_');
		found = !left && !isalnum((u8)at[n]) && at[n] != '_';
	}
	buf_free(&text);
	return found;
}

char *edit_next_name(const char **at)
{
	while (**at) {
		const char *open = *at + strcspn(*at, "'`");
		size_t n = *open ? strcspn(open + 1, "'`\n") : 0;
		bool name = n > 0 && open[1 + n] == '\'';
		for (size_t i = 1; name && i <= n; i++)
			name = isalnum((u8)open[i]) || open[i] == '_';
		*at = *open ? open + 1 + (name ? n + 1 : 0) : open;
		if (name)
			return xstrndup(open + 1, n);
	}
	return NULL;
}
