/* database.c: reads compile_commands.json, which cmake and others write. */
#include "engine/load/bitcode/parts.h"

#include <cjson/cJSON.h>

const char *database_find(const char *dir, Arena *arena)
{
	static const char *const locations[] = {"/compile_commands.json",
											"/build/compile_commands.json"};
	for (size_t i = 0; i < countof(locations); i++) {
		char *path = xasprintf("%s%s", dir, locations[i]);
		const char *found = file_exists(path) ? arena_strdup(arena, path) : NULL;
		free(path);
		if (found)
			return found;
	}
	return NULL;
}

static const char *text_of(const cJSON *entry, const char *key)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, key));
}

/* The words of an entry's command, the compiler's name included: a list, or a shell line. */
static bool entry_words(const cJSON *entry, StrList *words, Arena *arena)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(entry, "arguments"), *item;
	const char *command = text_of(entry, "command");
	if (!cJSON_IsArray(list))
		return command && split_words(command, words, arena);
	cJSON_ArrayForEach(item, list)
	{
		const char *word = cJSON_GetStringValue(item);
		if (!word)
			return false;
		vec_push(words, arena_strdup(arena, word));
	}
	return true;
}

/* The file's one name, whatever way it was written; freed by the caller. */
static char *real_name(const char *dir, const char *file)
{
	char *joined = file[0] == '/' || !dir ? xstrdup(file) : xasprintf("%s/%s", dir, file);
	char *real = realpath(joined, NULL);
	if (!real)
		return joined;
	free(joined);
	return real;
}

/* How many words stand before the options: the compiler, and what runs it. */
static size_t skip_compiler(const StrList *words)
{
	static const char *const launchers[] = {"ccache", "distcc", "sccache", "icecc"};
	size_t n = 0;
	for (bool again = true; again && n < words->len; n++) {
		const char *slash = strrchr(words->at[n], '/');
		const char *name = slash ? slash + 1 : words->at[n];
		again = false;
		for (size_t i = 0; i < countof(launchers); i++)
			again = again || !strcmp(name, launchers[i]);
	}
	return n;
}

/* Turns an entry into a unit. False if it is not a compile of a C file. */
static bool entry_unit(const StrList *words, const StrList *extra, const char *dir,
					   const char *file, Unit *unit, Arena *arena)
{
	StrList given = {0}, expanded = {0};
	for (size_t i = skip_compiler(words); i < words->len; i++)
		vec_push(&given, words->at[i]);
	vec_append(&given, extra->at, extra->len);
	expand_response_files(&given, &expanded, arena);
	*unit = (Unit){.dir = dir ? arena_strdup(arena, dir) : NULL};
	ccline_parse(&unit->line, &expanded, arena);
	vec_free(&given);
	vec_free(&expanded);
	for (size_t i = 0; i < unit->line.inputs.len; i++) {
		const CcInput *in = &unit->line.inputs.at[i];
		if (in->lang != LANG_C && in->lang != LANG_C_DONE)
			continue;
		unit->input = *in;
		unit->name = arena_strdup(arena, file);
		return true;
	}
	ccline_free(&unit->line);
	return false;
}

/* The directory of an entry. A relative one, as in a file that a repository has, starts where the database is. */
static const char *directory_of(const cJSON *entry, const char *path, Arena *arena)
{
	const char *dir = text_of(entry, "directory");
	if (!dir || dir[0] == '/')
		return dir;
	char *joined = xasprintf("%s/%s", dir_of(path, arena), dir), *real = realpath(joined, NULL);
	const char *kept = arena_strdup(arena, real ? real : joined);
	free(joined);
	free(real);
	return kept;
}

/* Reads the entries. A file that several targets compile counts once, with its first command. */
static bool read_entries(const cJSON *list, const char *path, const char *only,
						 const StrList *extra, UnitList *units, Arena *arena, Err *err)
{
	const cJSON *entry;
	StrMap seen = {0};
	bool ok = true;
	char *wanted = only ? real_name(NULL, only) : NULL;
	cJSON_ArrayForEach(entry, list)
	{
		const char *file = text_of(entry, "file"), *dir = directory_of(entry, path, arena);
		StrList words = {0};
		Unit unit;
		ok = file && entry_words(entry, &words, arena);
		if (!ok) {
			err_set(err, "%s: entry %zu has no file or no command; create the file again", path,
					seen.len);
			vec_free(&words);
			break;
		}
		char *real = real_name(dir, file);
		bool take = (!wanted || !strcmp(real, wanted)) && !strmap_get(&seen, real, NULL);
		if (take && entry_unit(&words, extra, dir, only ? only : file, &unit, arena))
			vec_push(units, unit);
		strmap_put(&seen, real, 1);
		free(real);
		vec_free(&words);
	}
	strmap_free(&seen);
	free(wanted);
	return ok;
}

bool database_units(const char *path, const char *only, const StrList *extra, UnitList *units,
					Arena *arena, Err *err)
{
	Buf text = {0};
	if (!file_read(path, &text, err))
		return false;
	cJSON *root = cJSON_ParseWithLength(buf_str(&text), text.len);
	buf_free(&text);
	bool ok = cJSON_IsArray(root) ? read_entries(root, path, only, extra, units, arena, err)
								  : err_set(err,
											"%s: not a compilation database; create it again "
											"or remove it",
											path);
	cJSON_Delete(root);
	return ok;
}
