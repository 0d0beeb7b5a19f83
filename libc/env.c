/* env.c: the environment. The first change replaces the program's initial array by one of ours. The
 * caller keeps owning strings passed to putenv. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core.h"

extern char **__environ;

static char **environ_own; /* the array we allocated, while __environ is it */

/* The entry for the n bytes of name, or NULL. */
static char **find(const char *name, size_t n)
{
	if (!__environ)
		return NULL;
	for (char **e = __environ; *e; e++)
		if (strncmp(*e, name, n) == 0 && (*e)[n] == '=')
			return e;
	return NULL;
}

char *getenv(const char *name)
{
	size_t n = strlen(name);
	char **e = n > 0 ? find(name, n) : NULL;
	if (!e)
		__drift_syscall(DRIFT_SYS_UNSET, (long)name, 0, 0, 0, 0, 0);
	return e ? *e + n + 1 : NULL;
}

void __drift_asks(int what)
{
	__drift_syscall(DRIFT_SYS_ASK, what, 0, 0, 0, 0, 0);
}

char *secure_getenv(const char *name)
{
	char *value = getenv(name);
	if (value)
		__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_SET_ID, 0, 0, 0, 0, 0);
	return value;
}
ALIAS(secure_getenv, __secure_getenv);

/* Puts entry in place of the one with the same name, or at the end. */
static int put(char *entry, size_t name_len)
{
	char **e = find(entry, name_len);
	if (e) {
		*e = entry;
		return 0;
	}
	size_t n = 0;
	while (__environ && __environ[n])
		n++;
	char **grown = malloc((n + 2) * sizeof *grown);
	if (!grown)
		return -1;
	if (n > 0)
		memcpy(grown, __environ, n * sizeof *grown);
	grown[n] = entry;
	grown[n + 1] = NULL;
	if (environ_own == __environ)
		free(environ_own);
	environ_own = __environ = grown;
	return 0;
}

static int bad_name(const char *name)
{
	if (name && *name && !strchr(name, '='))
		return 0;
	errno = EINVAL;
	return 1;
}

int setenv(const char *name, const char *value, int replace)
{
	if (bad_name(name))
		return -1;
	size_t n = strlen(name), size = strlen(value) + 1;
	if (!replace && getenv(name))
		return 0;
	char *entry = malloc(n + 1 + size);
	if (!entry)
		return -1;
	memcpy(entry, name, n);
	entry[n] = '=';
	memcpy(entry + n + 1, value, size);
	return put(entry, n);
}

int unsetenv(const char *name)
{
	if (bad_name(name))
		return -1;
	size_t n = strlen(name);
	for (char **e; (e = find(name, n));)
		for (; *e; e++)
			e[0] = e[1];
	return 0;
}

int putenv(char *entry)
{
	char *equals = strchr(entry, '=');
	if (!equals)
		return unsetenv(entry);
	return put(entry, (size_t)(equals - entry));
}

int clearenv(void)
{
	if (environ_own == __environ)
		free(environ_own);
	environ_own = __environ = NULL;
	return 0;
}
