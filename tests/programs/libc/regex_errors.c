/* regex_errors.c: patterns that do not compile, under both syntaxes, and the texts that say why. */
#include <regex.h>
#include <stdio.h>
#include <string.h>

static const char *const patterns[] = {
	"(",
	")",
	"a)",
	"(a",
	"\\(",
	"\\)",
	"\\(a",
	"a\\)",
	"[",
	"[a",
	"[]",
	"[^]",
	"[a-",
	"[b-a]",
	"[[:foo:]]",
	"[[:alpha:",
	"[[:alpha:]",
	"[[.ab.]]",
	"[[=ab=]]",
	"[[.a",
	"[a-[:digit:]]",
	"[[:digit:]-z]",
	"a{",
	"a{1",
	"a{1,",
	"a{1,2",
	"a{2,1}",
	"a{32768}",
	"a{32767}",
	"a{x}",
	"a{,}",
	"a{1,2,3}",
	"a{}",
	"\\{1\\}",
	"a\\{",
	"a\\{1",
	"a\\{2,1\\}",
	"a\\{x\\}",
	"a\\{1,2,\\}",
	"a\\{99999\\}",
	"*",
	"+",
	"?",
	"{1}",
	"a**",
	"a*{2}",
	"a\\{1\\}*",
	"(*a)",
	"(+)",
	"a|*",
	"^*",
	"^+",
	"$*",
	"\\",
	"a\\",
	"\\1",
	"(a)\\2",
	"\\(a\\)\\2",
	"(a\\1)",
	"(a)|\\1",
	"(a)|b\\1",
	"a||b",
	"|",
	"||",
	"()",
	"\\(\\)",
	"a-",
	"[a-c-e]",
	"[--a]",
	"[a--]",
	"[---]",
	"[%---]",
	"[a---]",
	"[a\\]b]",
	"[]-a]",
	"[^^]",
	"[!-~]",
	"[z-a",
	"[[.-.]]",
	"[[.-.]-a]",
	"[a-a]",
	"{",
	"}",
	"{a",
	"a{a",
	"a{1a}",
	"x{0,0}*",
	"\\<*",
	"\\w*",
	"\\b+",
	"a\\{1,2\\}\\{2\\}",
	"a{1}{2}",
	"((((((((((a))))))))))",
	"\\n",
	"\\t",
	"\\z",
};

int main(void)
{
	static const int flags[] = {0, REG_EXTENDED, REG_ICASE, REG_EXTENDED | REG_NEWLINE};
	char text[100];

	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
		for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++) {
			regex_t re;
			int r = regcomp(&re, patterns[i], flags[k]);
			regerror(r, &re, text, sizeof text);
			printf("%-16s %2d: %2d %s", patterns[i], flags[k], r, text);
			if (r == 0) {
				printf(" nsub %zu", re.re_nsub);
				regfree(&re);
			}
			puts("");
		}
	for (int i = 0; i < 17; i++) {
		size_t n = regerror(i, NULL, text, 8);
		printf("%d %zu '%s'\n", i, n, text);
	}
	return 0;
}
