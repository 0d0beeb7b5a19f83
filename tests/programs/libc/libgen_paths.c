/* libgen_paths.c: basename and dirname of odd paths. */
#include <libgen.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const char *const paths[] = {
		"",     "/",   "//",  "///",  "a",    "a/",       "a//",       "/a",    "//a",
		"///a", "/a/", "a/b", "a/b/", "a//b", "a//b//",   "/a/b",      "//a/b", "//a//b",
		"/a//", ".",   "..",  "./a",  "../",  "/usr/lib", "usr//lib//"};
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		char one[32], two[32];
		strcpy(one, paths[i]);
		strcpy(two, paths[i]);
		printf("'%s'", paths[i]);
		printf(" base '%s'", basename(one));
		printf(" dir '%s'", dirname(two));
		printf(" left '%s' '%s'\n", one, two);
	}
	printf("%s %s\n", basename(NULL), dirname(NULL));
	return 0;
}
