/* trees.c: where paths of --cflags start, and whose files a version was compiled from. */
#include "cli/trees/trees.h"

#include <unistd.h>

#include "engine/input/shell.h"
#include "engine/load/bitcode/bitcode.h"
#include "toolchain/ccline.h"

static const char *const names[] = {"OLD", "NEW"};

/* ---- directories ---- */

/* The rest of a path below a directory, or NULL: it is not there. */
const char *tree_below(const char *dir, const char *path)
{
	size_t n = dir ? strlen(dir) : 0;
	if (!n || strncmp(path, dir, n) || path[n] != '/')
		return NULL;
	return path + n + 1;
}

static bool cut_last(char *path)
{
	char *slash = strrchr(path, '/');
	if (!slash || slash == path)
		return false;
	*slash = 0;
	return true;
}

/* The directory of a version that is given as sources; of a tree of git drift, its top. */
static char *root_of(const char *prog, const char *variable)
{
	size_t n = strlen(prog);
	bool source = n > 2 && !strcmp(prog + n - 2, ".c");
	char *real = source || is_directory(prog) ? realpath(prog, NULL) : NULL;
	const char *named = getenv(variable);
	char *top = real && named && *named ? realpath(named, NULL) : NULL;
	if (top && (!strcmp(top, real) || tree_below(top, real))) {
		free(real);
		return top;
	}
	free(top);
	if (real && source)
		cut_last(real);
	return real;
}

/* ---- where relative paths start ---- */

/* True if no path of a word depends on a directory. Of a word that is not known here, one may. */
static bool is_plain(const char *word)
{
	static const char *const plain[] = {"-D", "-U", "-O", "-std=", "-l", "-I/", "-L/", "-isystem/"};
	static const char *const whole[] = {"-g", "-w", "-pthread", "-ansi", "-pedantic"};
	for (size_t i = 0; i < countof(plain); i++)
		if (!strncmp(word, plain[i], strlen(plain[i])) && word[strlen(plain[i])])
			return true;
	for (size_t i = 0; i < countof(whole); i++)
		if (!strcmp(word, whole[i]))
			return true;
	return !strncmp(word, "-W", 2) && !strchr(word, ',');
}

/* True if it matters where the compiler runs. */
static bool is_relative(const char *flags)
{
	StrList words = {0};
	Arena arena = {0};
	bool plain = !flags || !split_words(flags, &words, &arena);
	for (size_t i = 0; !plain && i < words.len; i++)
		if (!is_plain(words.at[i])) {
			/* The user has said where. */
			bool said = take_working_directory(&words) != NULL;
			vec_free(&words);
			arena_free(&arena);
			return !said;
		}
	vec_free(&words);
	arena_free(&arena);
	return false;
}

static void add_word(Buf *to, const char *word)
{
	if (to->len)
		buf_addc(to, ' ');
	shell_quote(to, word, strlen(word));
}

static void add_directory(Buf *to, const char *dir)
{
	char *word = xasprintf("-working-directory=%s", dir);
	add_word(to, word);
	free(word);
}

/* Both lists of options, to be freed; NULL: there are none. */
static char *join_flags(const char *a, const char *b)
{
	if (!a || !b)
		return a || b ? xstrdup(a ? a : b) : NULL;
	return xasprintf("%s %s", a, b);
}

/* A word with the paths that lead into the work tree leading into a version's. */
static void map_word(const char *word, const char *from, const char *root, Buf *to)
{
	size_t n = strlen(from);
	buf_reset(to);
	while (*word) {
		bool here = !strncmp(word, from, n) && (!word[n] || strchr("/,:;\"' ", word[n])) &&
					strncmp(word, root, strlen(root));
		if (here)
			buf_adds(to, root);
		else
			buf_addc(to, *word);
		word += here ? n : 1;
	}
}

/* Flags with the paths of the work tree mapped; to be freed. */
static char *map_flags(const char *flags, const char *work, const char *root)
{
	StrList words = {0};
	Arena arena = {0};
	Buf all = {0}, word = {0};
	bool whole = split_words(flags, &words, &arena); /* otherwise loading says what is wrong */
	for (size_t i = 0; whole && i < words.len; i++) {
		map_word(words.at[i], work, root, &word);
		add_word(&all, buf_str(&word));
	}
	vec_free(&words);
	arena_free(&arena);
	buf_free(&word);
	if (!whole || !all.at) {
		buf_free(&all);
		return xstrdup(flags);
	}
	return all.at;
}

/* Takes over the flags. */
static char *flags_in(const Trees *t, const char *root, char *flags)
{
	if (!flags || !root || !t->inside)
		return flags;
	Buf all = {0};
	char *mapped = t->work ? map_flags(flags, t->work, root) : xstrdup(flags);
	buf_adds(&all, mapped);
	add_directory(&all, root);
	free(mapped);
	free(flags);
	return all.at;
}

char *trees_flags(const Trees *t, int side, const PairWords *of)
{
	return flags_in(t, t->root[side], join_flags(of->cflags, of->own_cflags[side]));
}

char *trees_flags_of(const Trees *t, const char *prog, const char *cflags)
{
	char *root = root_of(prog, "DRIFT_GOLDEN_TREE");
	char *flags = flags_in(t, root, cflags ? xstrdup(cflags) : NULL);
	free(root);
	return flags;
}

/* ---- trying both ---- */

/* What a version reads if the compiler runs in a directory. */
typedef struct CompileAttempt {
	bool good; /* it compiles so far */
	InputSet set;
} CompileAttempt;

static void attempt(const char *prog, char *flags, CompileAttempt *to)
{
	InputOptions how = {.cflags = flags, .reads = true};
	Err ignored = {0};
	to->good = input_load(prog, &how, &to->set, &ignored);
	free(flags);
}

/* True if a reads a file that b does not. */
static bool reads_more(const CompileAttempt *a, const CompileAttempt *b)
{
	StrMap of = {0};
	bool more = false;
	for (size_t i = 0; i < b->set.reads.len; i++)
		strmap_put(&of, b->set.reads.at[i], 1);
	for (size_t i = 0; i < a->set.reads.len; i++)
		more = more || !strmap_get(&of, a->set.reads.at[i], NULL);
	strmap_free(&of);
	return more;
}

/* The trees, if what the options name is in one of them, or if it is not here. */
static bool choose_inside(const Trees *t, const PairWords *of)
{
	bool all_here = true, some_there = false, more = false;
	for (int side = 0; side < 2; side++) {
		Trees inside = {.root = {t->root[0], t->root[1]}, .inside = true}, outside = {0};
		CompileAttempt here = {0}, there = {0};
		char *flags = trees_flags(&outside, side, of);
		if (!t->root[side] || !is_relative(flags)) {
			free(flags);
			continue;
		}
		attempt(of->version[side], flags, &here);
		attempt(of->version[side], trees_flags(&inside, side, of), &there);
		all_here = all_here && here.good;
		some_there = some_there || there.good;
		more = more || (there.good && here.good && reads_more(&there, &here));
		input_free(&here.set);
		input_free(&there.set);
	}
	return more || (!all_here && some_there);
}

bool trees_choose(const PairWords *of, const char *written, Trees *to, Err *err)
{
	static const char *const variables[] = {"DRIFT_OLD_TREE", "DRIFT_NEW_TREE"};
	const char *work = getenv("DRIFT_WORK_TREE");
	*to = (Trees){.written = written ? realpath(written, NULL) : NULL};
	bool apart = false;
	char *here = realpath(".", NULL);
	if (!here)
		return err_set(err, "the current directory has no name");
	for (int side = 0; side < 2; side++) {
		to->root[side] = root_of(of->version[side], variables[side]);
		apart = apart || (to->root[side] && strcmp(to->root[side], here));
	}
	free(here);
	if (getenv(variables[0]) && getenv(variables[1])) {
		to->work = work && *work ? realpath(work, NULL) : NULL;
		to->inside = true;
	} else if (apart) {
		to->inside = choose_inside(to, of);
	}
	return true;
}

void trees_free(Trees *t)
{
	free(t->root[0]);
	free(t->root[1]);
	free(t->work);
	free(t->written);
	*t = (Trees){0};
}

/* ---- whose files were read ---- */

/* The name of the file that a directory has in the place of another one; NULL: it has none, or the
 * same. To be freed. */
static char *own_copy(const char *dir, const char *rest, const char *path)
{
	char *own = xasprintf("%s/%s", dir, rest), *real = realpath(own, NULL);
	free(own);
	if (real && (!strcmp(real, path) || is_directory(real))) {
		free(real);
		real = NULL;
	}
	return real;
}

/* The file of the version itself that stands where the file that was read stands in the other
 * version. The directories around both are compared as well: of v1/src and v2/src, v1 and v2. */
static char *instead_of_other(const Trees *t, int side, const char *path)
{
	char *mine = xstrdup(t->root[side]), *other = xstrdup(t->root[!side]), *own = NULL;
	do {
		const char *rest = strcmp(mine, other) ? tree_below(other, path) : NULL;
		own = rest && !tree_below(mine, path) ? own_copy(mine, rest, path) : NULL;
	} while (!own && strcmp(mine, other) && cut_last(mine) && cut_last(other));
	free(mine);
	free(other);
	return own;
}

/* True for a directory that a project may begin in. */
static bool is_top(const char *dir, const char *here)
{
	char *git = xasprintf("%s/.git", dir);
	bool top = (here && !strcmp(dir, here)) || file_exists(git);
	free(git);
	return top;
}

/* The file of a version that has the name `rest`, if both versions have one. The directories around
 * both are looked into as well: of v1/src and v2/src, v1 and v2. */
static char *in_both(const Trees *t, int side, const char *rest, const char *path)
{
	char *mine = xstrdup(t->root[side]), *other = xstrdup(t->root[!side]), *own = NULL;
	do {
		own = own_copy(mine, rest, path);
		char *theirs = own ? own_copy(other, rest, path) : NULL;
		if (!theirs) {
			free(own);
			own = NULL;
		}
		free(theirs);
	} while (!own && cut_last(mine) && cut_last(other) && strcmp(mine, other));
	free(mine);
	free(other);
	return own;
}

/* The file of the version itself that stands where the file that was read stands in the current
 * directory, or in a repository; the other version has one there, too. */
static char *instead_of_here(const Trees *t, int side, const char *path)
{
	char *dir = xstrdup(path), *here = realpath(".", NULL), *own = NULL;
	while (!own && cut_last(dir))
		if (is_top(dir, here))
			own = in_both(t, side, tree_below(dir, path), path);
	free(dir);
	free(here);
	return own;
}

static bool is_apart(const Trees *t, int side, const char *path, Err *err)
{
	if (tree_below(t->root[side], path) || (t->written && tree_below(t->written, path)))
		return true;
	if (t->work && tree_below(t->work, path))
		return err_set(
			err,
			"%s is compiled with %s, a file of the work tree: give paths relative to the "
			"top of the tree",
			names[side], path);
	if (!t->root[!side])
		return true;
	char *own = instead_of_other(t, side, path);
	if (!own)
		own = instead_of_here(t, side, path);
	bool good = !own || err_set(err,
								"%s is compiled with %s, though it has a file of its own, %s: give "
								"paths relative to each version, or --old-cflags and --new-cflags",
								names[side], path, own);
	free(own);
	return good;
}

bool trees_apart(const Trees *t, const Program *const program[2], Err *err)
{
	for (int side = 0; side < 2; side++)
		for (size_t i = 0; t->root[side] && i < program[side]->reads.len; i++)
			if (!is_apart(t, side, program[side]->reads.at[i], err))
				return false;
	return true;
}
