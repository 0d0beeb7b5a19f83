/* seeds.c: uses tests of other commands as runs of the program. */
#include "clients/check/plan.h"

#include <dirent.h>
#include <errno.h>

/* A test's command line, with the whole name of its standard input, for a file of seeds. */
static void add_seed(const char *dir, const char *cmd, Buf *to)
{
	char *full = realpath(dir, NULL);
	const char *from = strrchr(cmd, '<');
	const char *plain = !strncmp(cmd, "cd files && ", 12) ? cmd + 12 : cmd;
	size_t n = from ? (size_t)(from - plain) : strcspn(plain, "\n#");
	buf_add(to, plain, n);
	if (from && strstr(from, "stdin") && full) {
		buf_addc(to, '<');
		buf_add_shell(to, full);
		buf_adds(to, "/stdin");
	}
	buf_addc(to, '\n');
	free(full);
}

char *check_tests_as_seeds(const char *tests, const char *dir, Err *err)
{
	struct dirent **names;
	int n = scandir(tests, &names, NULL, alphasort);
	Buf all = {0}, cmd = {0};
	Err ignored;
	if (n < 0) {
		err_set(err, "--tests %s: %s", tests, strerror(errno));
		return NULL;
	}
	for (int i = 0; i < n; i++) {
		char *one = xasprintf("%s/%s", tests, names[i]->d_name);
		char *path = xasprintf("%s/cmd", one);
		buf_reset(&cmd);
		if (names[i]->d_name[0] != '.' && file_exists(path) && file_read(path, &cmd, &ignored))
			add_seed(one, buf_str(&cmd), &all);
		free(path);
		free(one);
		free(names[i]);
	}
	free(names);
	char *seeds = xasprintf("%s/seeds", dir);
	bool good = all.len ? dir_make(dir, err) && file_write(seeds, all.at, all.len, err)
						: err_set(err, "--tests %s: there are no tests in it", tests);
	buf_free(&all);
	buf_free(&cmd);
	if (!good)
		free(seeds);
	return good ? seeds : NULL;
}
