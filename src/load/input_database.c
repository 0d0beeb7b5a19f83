/* input_database.c: compile_commands.json, which cmake and others write. */
#include "load/input_parts.h"

#include <cjson/cJSON.h>

const char *database_find(const char *dir, Arena *arena)
{
	static const char *const places[] = {"%s/compile_commands.json",
										 "%s/build/compile_commands.json"};
	for (size_t i = 0; i < countof(places); i++) {
		Buf path = {0};
		const char *format = places[i], *hole = strstr(format, "%s");
		buf_adds(&path, dir);
		buf_adds(&path, hole + 2);
		const char *found = file_exists(buf_str(&path)) ? arena_strdup(arena, buf_str(&path)) : NULL;
		buf_free(&path);
		if (found)
			return found;
	}
	return NULL;
}
