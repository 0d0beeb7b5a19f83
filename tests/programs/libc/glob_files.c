/* glob_files.c: patterns against a small tree, with all flags. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const files[] = {"a.c",          "b.c",         "ab.h",        ".hid",
									"[x]",          "s*r",         "sub/one.c",   "sub/two.h",
									"sub/deep/x.c", "other/one.c", "back\\slash", "{a}"};

static int on_error(const char *path, int code)
{
	printf("  error %s %d\n", path, code);
	return 0;
}

static void try(const char *pattern, int flags)
{
	glob_t g = {0};
	int r = glob(pattern, flags, on_error, &g);
	printf("%s %d: %d, %zu", pattern, flags, r, r ? 0 : g.gl_pathc);
	for (size_t i = 0; r == 0 && i < g.gl_pathc; i++)
		printf(" %s", g.gl_pathv[i]);
	if (r == 0)
		printf(" %d", g.gl_pathv[g.gl_pathc] == NULL);
	puts("");
	if (r == 0)
		globfree(&g);
}

static void appending(void)
{
	glob_t g = {.gl_offs = 2};
	printf("%d\n", glob("*.c", GLOB_DOOFFS, NULL, &g));
	printf("%d\n", glob("*.h", GLOB_DOOFFS | GLOB_APPEND, NULL, &g));
	printf("%d\n", glob("none*", GLOB_DOOFFS | GLOB_APPEND, NULL, &g));
	printf("%d\n", glob("none*", GLOB_DOOFFS | GLOB_APPEND | GLOB_NOCHECK, NULL, &g));
	for (size_t i = 0; i < g.gl_pathc + g.gl_offs; i++)
		printf(" %s\n", g.gl_pathv[i] ? g.gl_pathv[i] : "(null)");
	globfree(&g);
}

int main(void)
{
	static const char *const patterns[] = {
		"*",           "*.c",     "?.c",          "[ab].c",
		"[!a]*",       ".*",      "*/*.c",        "sub/*",
		"*/",          "*/*/*",   "s*",           "s\\*r",
		"\\[x\\]",     "[[]x]",   "none",         "none*",
		"a.c",         "./*.c",   "sub//*.c",     "sub/../a.*",
		"*/one.c",     "",        "{a,b}.c",      "{a.c,none,sub/*}",
		"{a,{b,c}}.c", "x{}y",    "{}",           "*.{c,h}",
		"~",           "~/x",     "~nobody_here", "back\\\\slash",
		"sub/deep/*",  "a.c/*",   "none/*",       "*b*",
		"[",           "[a",      "/dev/nul?",    "/",
		"//",          "\\{a\\}", "{a",
	};
	static const int flags[] = {0,
								GLOB_MARK,
								GLOB_NOCHECK,
								GLOB_NOESCAPE,
								GLOB_PERIOD,
								GLOB_BRACE | GLOB_NOMAGIC,
								GLOB_TILDE,
								GLOB_TILDE_CHECK,
								GLOB_ONLYDIR | GLOB_MARK,
								GLOB_BRACE | GLOB_NOCHECK,
								GLOB_NOMAGIC};

	setenv("HOME", "/home/me", 1);
	mkdir("work", 0755);
	chdir("work");
	mkdir("sub", 0755);
	mkdir("sub/deep", 0755);
	mkdir("other", 0755);
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		close(creat(files[i], 0600));
	symlink("sub", "lsub");
	symlink("nowhere", "broken");
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
		for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
			try(patterns[i], flags[k]);
	appending();
	printf("%d %d %d\n", glob_pattern_p("a*", 1), glob_pattern_p("a\\*", 1),
		   glob_pattern_p("a\\*", 0));
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		unlink(files[i]);
	unlink("lsub");
	unlink("broken");
	rmdir("sub/deep");
	rmdir("sub");
	rmdir("other");
	chdir("..");
	rmdir("work");
	return 0;
}
