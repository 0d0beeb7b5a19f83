/* last.c: the directory of the last result.
 *
 * The state directory of the user has a small file for each directory in which drift was started, named by the SHA-256 of its path. */
#include "cli/options/last.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "output/result/read.h"

/* The file for the current directory, to be freed; NULL: there is no place for it. */
static char *file_of(bool make)
{
	const char *given = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char here[4096], name[2 * sizeof(Digest) + 1];
	Err ignored;
	bool is_given = given && *given == '/';
	if ((!is_given && (!home || *home != '/')) || !getcwd(here, sizeof here))
		return NULL;
	Digest d = digest_of(here, strlen(here));
	digest_hex(d, sizeof d.at, name);
	char *dir =
		xasprintf("%s%s/drift/last", is_given ? given : home, is_given ? "" : "/.local/state");
	if (make && dir_make(dir, &ignored))
		chmod(dir, 0700);
	char *file = xasprintf("%s/%s", dir, name);
	free(dir);
	return file;
}

void last_note(const char *dir)
{
	char *file = file_of(true), *full = realpath(dir, NULL);
	Err ignored;
	if (file && full)
		file_write_private(file, full, strlen(full), &ignored);
	free(full);
	free(file);
}

static bool has_result(const char *dir)
{
	char *path = xasprintf("%s/result.json", dir);
	bool is = file_exists(path);
	free(path);
	return is;
}

/* Relative to the current directory, if it is below it. */
static const char *below_here(const char *dir)
{
	char here[4096];
	size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
	return n > 1 && !strncmp(dir, here, n) && dir[n] == '/' ? dir + n + 1 : dir;
}

char *last_dir(Err *err)
{
	char *file = file_of(false), *dir = NULL;
	Buf text = {0};
	if (file && file_exists(file) && file_read(file, &text, err) && has_result(buf_str(&text)))
		dir = xstrdup(below_here(buf_str(&text)));
	buf_free(&text);
	free(file);
	if (!dir && has_result("drift-out"))
		dir = xstrdup("drift-out");
	if (!dir)
		err_set(err,
				"no result of drift in this directory; name the directory that was given with -o");
	return dir;
}

bool last_number(const char *word, u32 *n)
{
	char *end;
	unsigned long value = strtoul(word, &end, 10);
	*n = (u32)value;
	return *word >= '0' && *word <= '9' && !*end && value && value <= UINT32_MAX;
}

char *last_test(u32 number, Err *err)
{
	char *dir = last_dir(err), *test = NULL;
	ResultRead in = {0};
	if (!dir || !result_read(&in, dir, err)) {
		free(dir);
		result_read_end(&in);
		return NULL;
	}
	err_set(err, "%s: there is no difference %u with a test; 'drift show' lists them", dir, number);
	for (size_t i = 0; i < in.result.versions.differences.len && !test; i++) {
		const ResultDifference *d = &in.result.versions.differences.at[i];
		if (d->group == number && d->test)
			test = xasprintf("%s/tests/%04u", dir, d->test);
	}
	result_read_end(&in);
	free(dir);
	return test;
}
