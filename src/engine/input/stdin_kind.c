/* stdin_kind.c: kinds of standard input as words. */
#include "engine/input/stdin_kind.h"

static const char *const words[] = {
	[OS_INPUT_FILE] = "file", [OS_INPUT_PIPE] = "pipe", [OS_INPUT_TERMINAL] = "terminal"};

const char *stdin_kind_word(OsInputKind kind)
{
	return words[kind];
}

bool stdin_kind_parse(const char *text, OsInputKind *kind)
{
	for (size_t i = 0; i < countof(words); i++)
		if (!strncmp(text, words[i], strlen(words[i]))) {
			*kind = (OsInputKind)i;
			return true;
		}
	return false;
}

bool stdin_kind_alone(const char *world, OsInputKind *kind)
{
	static const char name[] = "stdin_kind = ";
	size_t n = strlen(name);
	return !strncmp(world, name, n) && stdin_kind_parse(world + n, kind) &&
		   !strcmp(world + n, words[*kind]);
}
