/* reads.c: which files a compiler read, by its own account.
 *
 * The compiler writes a rule for make beside its messages, whatever options, variables and
 * directives led it to the files. */
#include "engine/load/bitcode/parts.h"

#define TARGET "drift-reads"

/* Standard error of the job, by name: its standard output is for the bitcode. The words are the same
 * for all jobs, because they become part of the bitcode. */
static const char *const beside[] = {"-MD", "-MF", "/proc/self/fd/2", "-MT", TARGET};
static const char *const alone[] = {"-M", "-MT", TARGET};

void reads_ask(StrList *argv, bool only)
{
	const char *const *words = only ? alone : beside;
	size_t n = only ? countof(alone) : countof(beside);
	for (size_t i = 0; i < n; i++)
		vec_push(argv, words[i]);
}

/* The beginning of the rule, or NULL. */
static char *find_rule(const Buf *said)
{
	char *at = said->len ? said->at : NULL;
	while (at && (at = strstr(at, TARGET ":")) && at != said->at && at[-1] != '\n')
		at++;
	return at;
}

/* Takes one name from a rule: make's quoting is undone. */
static const char *next_name(const char *at, Buf *name)
{
	buf_reset(name);
	while (*at == ' ' || (*at == '\\' && at[1] == '\n'))
		at += *at == ' ' ? 1 : 2;
	for (; *at && *at != ' ' && *at != '\n'; at++) {
		bool quoted =
			(*at == '\\' && (at[1] == ' ' || at[1] == '#')) || (*at == '$' && at[1] == '$');
		if (*at == '\\' && at[1] == '\n')
			break;
		at += quoted;
		buf_addc(name, *at);
	}
	return at;
}

/* The one name of a file; a name that leads nowhere stays as it is. */
static char *whole_name(const char *dir, const char *name)
{
	char *joined = *name == '/' || !dir ? xstrdup(name) : xasprintf("%s/%s", dir, name);
	char *real = realpath(joined, NULL);
	if (!real)
		return joined;
	free(joined);
	return real;
}

void reads_add(InputSet *set, StrMap *seen, const char *dir, const char *name)
{
	char *whole = whole_name(dir, name);
	if (!strmap_get(seen, whole, NULL)) {
		strmap_put(seen, whole, 1);
		vec_push(&set->reads, arena_strdup(&set->arena, whole));
	}
	free(whole);
}

void reads_take(const Buf *said, const char *dir, StrMap *seen, InputSet *set)
{
	const char *at = find_rule(said);
	Buf name = {0};
	if (!at)
		return;
	at += strlen(TARGET ":");
	while (*(at = next_name(at, &name)) || name.len) {
		if (name.len)
			reads_add(set, seen, dir, buf_str(&name));
		if (*at == '\n' || !*at)
			break;
	}
	buf_free(&name);
}

void reads_cut(Buf *said)
{
	char *at = find_rule(said);
	if (!at)
		return;
	char *end = at;
	while (*end && (*end != '\n' || end[-1] == '\\'))
		end++;
	end += *end == '\n';
	size_t rest = strlen(end);
	memmove(at, end, rest + 1);
	said->len = (size_t)(at - said->at) + rest;
}
