/* given.c: turns a given input into one that may vary. */
#include "engine/input/given.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "engine/input/shell.h"

static void keep(GivenInput *g, StrList *to, char *text)
{
	vec_push(to, arena_strdup(&g->arena, text));
	free(text);
}

static void add_word(GivenInput *g, const char *word, u32 grow)
{
	i64 n;
	if (*word == '@')
		vec_push(&g->words, arena_strdup(&g->arena, word));
	else if (number_parse(word, 32, true, &n) && number_is_plain(word, n))
		keep(g, &g->words, xasprintf("@int=%s", word));
	else
		keep(g, &g->words, xasprintf("@str:%zu=%s", strlen(word) + grow, word));
}

/* A file of which every byte may be another. */
static char *vary_file(const char *path, u32 grow, Err *err)
{
	struct stat st;
	if (*path == '@')
		return xstrdup(path);
	if (stat(path, &st) || !S_ISREG(st.st_mode)) {
		err_set(err, "%s: %s", path, S_ISDIR(st.st_mode) ? "is a directory" : strerror(errno));
		return NULL;
	}
	return xasprintf("@file:%llu=%s", (unsigned long long)st.st_size + grow, path);
}

/* NAME=VALUE; name has the length of NAME and '='. */
static bool name_length(const char *option, const char *setting, size_t *name, Err *err)
{
	const char *equal = strchr(setting, '=');
	*name = equal ? (size_t)(equal - setting) + 1 : 0;
	return *name > 1 || err_set(err, "--%s %s: must be NAME=%s", option, setting,
								strcmp(option, "env") ? "CONTENTS" : "VALUE");
}

static bool add_env(GivenInput *g, const char *setting, u32 grow, Err *err)
{
	size_t name;
	if (!name_length("env", setting, &name, err))
		return false;
	const char *value = setting + name;
	if (*value == '@')
		vec_push(&g->env, arena_strdup(&g->arena, setting));
	else
		keep(g, &g->env,
			 xasprintf("%.*s@str:%zu=%s", (int)name, setting, strlen(value) + grow, value));
	return true;
}

static bool add_file(GivenInput *g, const char *setting, u32 grow, Err *err)
{
	size_t name;
	if (!name_length("file", setting, &name, err))
		return false;
	char *varied = vary_file(setting + name, grow, err);
	if (varied)
		keep(g, &g->files, xasprintf("%.*s%s", (int)name, setting, varied));
	free(varied);
	return varied != NULL;
}

bool given_words(GivenInput *g, const InputWords *from, u32 grow, Err *err)
{
	bool good = true;
	for (size_t i = 0; i < from->words->len; i++)
		add_word(g, from->words->at[i], grow);
	for (size_t i = 0; good && i < from->env->len; i++)
		good = add_env(g, from->env->at[i], grow, err);
	for (size_t i = 0; good && from->files && i < from->files->len; i++)
		good = add_file(g, from->files->at[i], grow, err);
	if (good && from->input)
		good = (g->input = vary_file(from->input, grow, err)) != NULL;
	return good;
}

/* ---- tests ---- */

/* Files that the test's program finds in its directory. */
static bool add_files(GivenInput *g, const char *dir, const char *below, u32 grow, Err *err)
{
	struct dirent **names;
	int n = scandir(dir, &names, NULL, alphasort);
	bool good = true;
	for (int i = 0; i < n; i++) {
		const char *name = names[i]->d_name;
		char *path = xasprintf("%s/%s", dir, name);
		char *inside = xasprintf("%s%s%s", below, *below ? "/" : "", name);
		if (good && name[0] != '.' && is_directory(path)) {
			good = add_files(g, path, inside, grow, err);
		} else if (good && name[0] != '.') {
			char *setting = xasprintf("%s=%s", inside, path);
			good = add_file(g, setting, grow, err);
			free(setting);
		}
		free(path);
		free(inside);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	return good;
}

static bool take_line(GivenInput *g, const ShellLine *line, const char *dir, u32 grow, Err *err)
{
	bool good = true;
	for (size_t i = 0; i < line->words.len; i++)
		add_word(g, buf_str(&line->words.at[i]), grow);
	for (size_t i = 0; good && i < line->env.len; i++)
		good = add_env(g, buf_str(&line->env.at[i]), grow, err);
	if (!good || !line->input || !strcmp(line->input, "/dev/null"))
		return good;
	char *inside = xasprintf("%s/%s", dir, line->input);
	g->input = vary_file(file_exists(inside) ? inside : line->input, grow, err);
	free(inside);
	return g->input != NULL;
}

/* The last line of cmd that is no comment. */
static const char *command_line(char *text)
{
	const char *line = "";
	for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n"))
		if (*at && *at != '#')
			line = at;
	return line;
}

bool given_test(GivenInput *g, const char *dir, u32 grow, Err *err)
{
	char *cmd = xasprintf("%s/cmd", dir), *files = xasprintf("%s/files", dir);
	Buf text = {0};
	ShellLine line = {0};
	bool good =
		(file_exists(cmd) || err_set(err, "%s: not a test of drift: it has no file cmd", dir)) &&
		file_read(cmd, &text, err);
	if (good) {
		buf_adds(&text, "");
		good = shell_parse(command_line(text.at ? text.at : (char[]){""}), &line, err) &&
			   take_line(g, &line, dir, grow, err) &&
			   (!is_directory(files) || add_files(g, files, "", grow, err));
	}
	shell_free(&line);
	buf_free(&text);
	free(cmd);
	free(files);
	return good;
}

void given_free(GivenInput *g)
{
	vec_free(&g->words);
	vec_free(&g->env);
	vec_free(&g->files);
	free(g->input);
	arena_free(&g->arena);
}
