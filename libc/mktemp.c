/* mktemp.c: names for temporary files.
 *
 * The random part comes from getrandom, which returns the same in every run of the virtual OS. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sys.h"

#define TRIES 1000

/* Fills the six X before the suffix; returns NULL with errno if they are missing. */
static char *place(char *template, int suffix)
{
	size_t len = strlen(template);
	if (suffix < 0 || len < 6 + (size_t)suffix ||
		memcmp(template + len - 6 - suffix, "XXXXXX", 6) != 0) {
		errno = EINVAL;
		return NULL;
	}
	return template + len - 6 - suffix;
}

static void fill(char *six)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	uint64_t value = 0;
	getrandom(&value, sizeof value, GRND_NONBLOCK);
	for (int i = 0; i < 6; i++) {
		six[i] = letters[value % 62];
		value /= 62;
	}
}

/* Tries names until make does not report that the name exists; returns its result. */
static int try_names(char *template, int suffix, int (*make)(const char *, int), int flags)
{
	char *six = place(template, suffix);
	if (!six)
		return -1;
	int saved = errno;
	for (int i = 0; i < TRIES; i++) {
		fill(six);
		int r = make(template, flags);
		if (r >= 0) {
			errno = saved;
			return r;
		}
		if (errno != EEXIST)
			return -1;
	}
	return fail(EEXIST);
}

static int make_file(const char *name, int flags)
{
	return open(name, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
}

static int make_dir(const char *name, int flags)
{
	return mkdir(name, 0700);
}

/* Creates nothing: succeeds if the name is free. */
static int make_nothing(const char *name, int flags)
{
	struct stat st;
	if (lstat(name, &st) == 0)
		return fail(EEXIST);
	return errno == ENOENT ? 0 : -1;
}

int mkostemps(char *template, int suffix, int flags)
{
	return try_names(template, suffix, make_file, flags);
}

int mkstemps(char *template, int suffix)
{
	return mkostemps(template, suffix, 0);
}

int mkostemp(char *template, int flags)
{
	return mkostemps(template, 0, flags);
}

int mkstemp(char *template)
{
	return mkostemps(template, 0, 0);
}

ALIAS(mkstemp, mkstemp64);
ALIAS(mkostemp, mkostemp64);
ALIAS(mkstemps, mkstemps64);
ALIAS(mkostemps, mkostemps64);

char *mkdtemp(char *template)
{
	return try_names(template, 0, make_dir, 0) < 0 ? NULL : template;
}

/* Failure shows as an empty name. */
char *mktemp(char *template)
{
	if (try_names(template, 0, make_nothing, 0) < 0)
		template[0] = 0;
	return template;
}

char *tmpnam_r(char *buf)
{
	if (!buf)
		return NULL;
	strcpy(buf, P_tmpdir "/fileXXXXXX");
	return try_names(buf, 0, make_nothing, 0) < 0 ? NULL : buf;
}

char *tmpnam(char *buf)
{
	static char own[L_tmpnam];
	char name[L_tmpnam];

	if (!tmpnam_r(name))
		return NULL;
	return strcpy(buf ? buf : own, name);
}

static int usable(const char *dir)
{
	struct stat st;
	return dir && stat(dir, &st) == 0 && S_ISDIR(st.st_mode);
}

char *tempnam(const char *dir, const char *prefix)
{
	const char *env = getenv("TMPDIR");
	const char *in = usable(env) ? env : usable(dir) ? dir : P_tmpdir;
	size_t len = strlen(in);
	char *name;

	while (len > 1 && in[len - 1] == '/')
		len--;
	if (!prefix)
		prefix = "file";
	size_t plen = strnlen(prefix, 5);
	name = malloc(len + plen + 8);
	if (!name)
		return NULL;
	memcpy(name, in, len);
	name[len] = '/';
	memcpy(name + len + 1, prefix, plen);
	strcpy(name + len + 1 + plen, "XXXXXX");
	if (try_names(name, 0, make_nothing, 0) == 0)
		return name;
	free(name);
	return NULL;
}
