/* flags.c: makes __FILE__ the same in both versions, wherever they are and whatever their names.
 *
 * A source name in a program's output is compared like any other output. The sources of two
 * versions are in two directories, or in one under two names, and that is no change. So both are
 * compiled, for the machine and natively, with names relative to the directory of the version, and
 * a single file of OLD under the name of NEW's. */
#include "cli/pair.h"

#include "engine/input/shell.h"

static bool is_source(const char *path)
{
	size_t n = strlen(path);
	return n > 2 && !strcmp(path + n - 2, ".c");
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static void add_map(Buf *to, const char *from, const char *tail, const char *name)
{
	char *word = xasprintf("-fmacro-prefix-map=%s%s=%s", from, tail, name);
	if (to->len)
		buf_addc(to, ' ');
	shell_quote(to, word, strlen(word));
	free(word);
}

/* As the user wrote the path, and as a compilation database may have it. */
static void add_maps(Buf *to, const char *path, const char *tail, const char *name)
{
	char *real = realpath(path, NULL);
	add_map(to, path, tail, name);
	if (real && strcmp(real, path) && strcmp(real, "/"))
		add_map(to, real, tail, name);
	free(real);
}

char *pair_flags(const char *flags, const char *prog, const char *newer)
{
	Buf all = {0};
	size_t n = strlen(prog);
	if (flags)
		buf_adds(&all, flags);
	while (n > 1 && prog[n - 1] == '/')
		n--;
	char *path = xstrndup(prog, n);
	if (is_directory(path)) {
		add_maps(&all, path, "/", "");
	} else if (is_source(path)) {
		char *dir = xstrndup(path, (size_t)(base_name(path) - path));
		if (*dir)
			dir[strlen(dir) - 1] = 0;
		if (*dir)
			add_maps(&all, dir, "/", "");
		add_maps(&all, path, "", base_name(is_source(newer) ? newer : path));
		free(dir);
	}
	free(path);
	return all.at;
}

void pair_words(const PairWords *of, Buf *to)
{
	static const char *const names[] = {" --cflags ", " --old-cflags ", " --new-cflags "};
	const char *const flags[] = {of->cflags, of->own_cflags[OLD], of->own_cflags[NEW]};
	buf_add_shell(to, of->version[OLD]);
	buf_addc(to, ' ');
	buf_add_shell(to, of->version[NEW]);
	for (size_t i = 0; i < countof(names); i++)
		if (flags[i]) {
			buf_adds(to, names[i]);
			buf_add_shell(to, flags[i]);
		}
}
