/* envz.c: argz vectors of NAME=VALUE; a NAME alone is an entry without a value. */
#include <argz.h>
#include <envz.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

char *envz_entry(const char *envz, size_t len, const char *name)
{
	size_t n = strcspn(name, "=");
	for (char *e = NULL; (e = argz_next(envz, len, e));)
		if (strncmp(e, name, n) == 0 && (!e[n] || e[n] == '='))
			return e;
	return NULL;
}

char *envz_get(const char *envz, size_t len, const char *name)
{
	char *e = envz_entry(envz, len, name);
	char *equals = e ? strchr(e, '=') : NULL;
	return equals ? equals + 1 : NULL;
}

void envz_remove(char **envz, size_t *len, const char *name)
{
	argz_delete(envz, len, envz_entry(*envz, *len, name));
}

error_t envz_add(char **envz, size_t *len, const char *name, const char *value)
{
	envz_remove(envz, len, name);
	if (!value)
		return argz_add(envz, len, name);
	error_t e = argz_append(envz, len, name, strlen(name));
	if (!e)
		e = argz_append(envz, len, "=", 1);
	return e ? e : argz_add(envz, len, value);
}

error_t envz_merge(char **envz, size_t *len, const char *other, size_t other_len, int replace)
{
	error_t bad = 0;
	for (char *e = NULL; !bad && (e = argz_next(other, other_len, e));) {
		char *old = envz_entry(*envz, *len, e);
		if (old && !replace)
			continue;
		argz_delete(envz, len, old);
		bad = argz_add(envz, len, e);
	}
	return bad;
}

void envz_strip(char **envz, size_t *len)
{
	for (char *e = argz_next(*envz, *len, NULL); e;) {
		char *next = argz_next(*envz, *len, e);
		if (strchr(e, '=')) {
			e = next;
		} else {
			size_t at = (size_t)(e - *envz);
			argz_delete(envz, len, e);
			e = at < *len ? *envz + at : NULL;
		}
	}
}
