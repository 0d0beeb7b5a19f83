/* sources.c: source trees, as options name them. */
#include "cli/options/sources.h"

bool source_trees(const SourceTrees *given, const char *newer, SourceTrees *to, Arena *arena,
				  Err *err)
{
	bool old = given->root[OLD], now = given->root[NEW];
	*to = *given;
	if (old != now)
		return err_set(err, "--old-sources and --new-sources belong together");
	if (!old && (given->build || given->program))
		return err_set(err, "--build and --program are for --old-sources and --new-sources");
	if (!given->build)
		to->build = "make CC=drift-cc";
	for (Side s = OLD; old && s < N_SIDES; s++)
		if (!is_directory(given->root[s]))
			return err_set(err, "%s: there is no such directory", given->root[s]);
	if (!old || given->program)
		return true;
	char *root = realpath(given->root[NEW], NULL), *file = realpath(newer, NULL);
	size_t n = root ? strlen(root) : 0;
	if (n && file && !strncmp(file, root, n) && file[n] == '/')
		to->program = arena_strdup(arena, file + n + 1);
	free(root);
	free(file);
	return to->program || err_set(err, "%s is not below %s: give its path with --program", newer,
								  given->root[NEW]);
}
