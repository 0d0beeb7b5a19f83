/* glob_flags.c: what glob finds and tells in gl_flags, for patterns and flags of every kind. */
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static const char *const files[] = {"a.c", "b.c", "d/x", "d/y", "e/x", "we[ird"};
static const char *const patterns[] = {
	"*.c",        "a.c",    "nope",  "*.z",  "?/x",     "?/*",       "d/*",       "d/x",
	"d/nope",     "*/nope", "a\\.c", "\\*",  "{a,b}.c", "{a.c,d/*}", "{d/*,a.c}", "{q,r}",
	"{a.c,nope}", "d/",     "*/",    "/",    "",        "[",         "we[*",      "we[ird",
	"~nouser",    "./*.c",  "..",    "d//x", "?//x",    "~/x*"};
static const int flags[] = {0,
							GLOB_NOCHECK,
							GLOB_NOMAGIC,
							GLOB_MARK,
							GLOB_BRACE,
							GLOB_BRACE | GLOB_NOCHECK,
							GLOB_BRACE | GLOB_NOMAGIC,
							GLOB_TILDE,
							GLOB_TILDE_CHECK,
							GLOB_NOESCAPE,
							GLOB_PERIOD,
							GLOB_ONLYDIR};

static void look(const char *pattern, int how)
{
	glob_t g;
	memset(&g, 0, sizeof g);
	int r = glob(pattern, how, NULL, &g);
	printf("%s %x: %d %x", pattern, how, r, g.gl_flags);
	for (size_t i = 0; !r && i < g.gl_pathc; i++)
		printf(" %s", g.gl_pathv[i]);
	printf("\n");
	if (!r)
		globfree(&g);
}

int main(void)
{
	mkdir("d", 0755);
	mkdir("e", 0755);
	for (size_t i = 0; i < COUNT(files); i++)
		close(open(files[i], O_CREAT | O_WRONLY, 0644));
	setenv("HOME", "/nowhere", 1);
	for (size_t i = 0; i < COUNT(patterns); i++)
		for (size_t k = 0; k < COUNT(flags); k++)
			look(patterns[i], flags[k]);
	return 0;
}
