/* regex_gnu.c: GNU's own interface: syntaxes, search forward and backward, registers, two strings.
 */
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	reg_syntax_t bits;
} syntaxes[] = {
	{"emacs", RE_SYNTAX_EMACS},
	{"awk", RE_SYNTAX_AWK},
	{"gnu awk", RE_SYNTAX_GNU_AWK},
	{"posix awk", RE_SYNTAX_POSIX_AWK},
	{"grep", RE_SYNTAX_GREP},
	{"egrep", RE_SYNTAX_EGREP},
	{"posix egrep", RE_SYNTAX_POSIX_EGREP},
	{"ed", RE_SYNTAX_ED},
	{"posix basic", RE_SYNTAX_POSIX_BASIC},
	{"minimal basic", RE_SYNTAX_POSIX_MINIMAL_BASIC},
	{"posix extended", RE_SYNTAX_POSIX_EXTENDED},
	{"minimal extended", RE_SYNTAX_POSIX_MINIMAL_EXTENDED},
	{"icase", RE_SYNTAX_POSIX_EXTENDED | RE_ICASE},
};

static const char *const patterns[] = {
	"a+b",  "a\\+b",        "(a|b)c", "\\(a\\|b\\)c", "a{2}",       "a\\{2\\}", "^b",     "a$",
	"x^",   "$x",           "*a",     "+a",           "(*a)",       "a|*b",     "[\\]a]", "[a\\n]b",
	"\\wb", "a\nb",         ")",      "a)",           "(a",         "{1}a",     "a{,3}",  "a{x",
	"\\`a", "b\\'",         ".",      "[^a]",         "\\(a\\)\\1", "(a)\\1",   "a**",    "()",
	"a||b", "[[:alpha:]]+", "B",
};

static const char text[] = "aab abc\nbca xaa+b a\\b";

static void show(const char *what, int r, const struct re_registers *regs)
{
	printf("  %s %d", what, r);
	if (r >= 0)
		for (unsigned i = 0; i < regs->num_regs; i++)
			printf(" %d,%d", regs->start[i], regs->end[i]);
	puts("");
}

static void search(struct re_pattern_buffer *re)
{
	struct re_registers regs = {0};
	int n = sizeof text - 1;

	show("search", re_search(re, text, n, 0, n, &regs), &regs);
	show("from 5", re_search(re, text, n, 5, n - 5, &regs), &regs);
	show("back", re_search(re, text, n, n, -n, &regs), &regs);
	show("match", re_match(re, text, n, 0, &regs), &regs);
	show("match 8", re_match(re, text, n, 8, &regs), &regs);
	show("two", re_search_2(re, text, 6, text + 6, n - 6, 0, n, &regs, n), &regs);
	show("stop", re_search_2(re, text, 6, text + 6, n - 6, 3, 9, &regs, 9), &regs);
	show("match two", re_match_2(re, text, 1, text + 1, n - 1, 0, &regs, 5), &regs);
	free(regs.start);
	free(regs.end);
	printf("  plain %d %d\n", re_search(re, text, n, 0, n, NULL), re_match(re, text, n, 2, NULL));
}

static void fixed_registers(void)
{
	struct re_pattern_buffer re = {0};
	struct re_registers regs;

	re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
	printf("compile %s\n", re_compile_pattern("(a)(b)(c)?", 10, &re) ? "failed" : "ok");
	regoff_t *start = malloc(2 * sizeof *start), *end = malloc(2 * sizeof *end);
	re_set_registers(&re, &regs, 2, start, end);
	printf("%d %u\n", re_search(&re, "xab", 3, 0, 3, &regs), regs.num_regs);
	for (unsigned i = 0; i < regs.num_regs; i++)
		printf(" %d,%d\n", regs.start[i], regs.end[i]);
	re.not_bol = 1;
	re.regs_allocated = REGS_FIXED;
	printf("%d\n", re_match(&re, "abc", 3, 0, &regs));
	free(regs.start);
	free(regs.end);
	regfree(&re);
}

int main(void)
{
	for (size_t k = 0; k < sizeof syntaxes / sizeof syntaxes[0]; k++)
		for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
			struct re_pattern_buffer re = {0};
			re.fastmap = i % 2 ? malloc(256) : NULL;
			re_set_syntax(syntaxes[k].bits);
			const char *error = re_compile_pattern(patterns[i], strlen(patterns[i]), &re);
			printf("%s: %s: %s\n", syntaxes[k].name, patterns[i], error ? error : "ok");
			if (!error)
				search(&re);
			regfree(&re);
		}
	printf("old syntax %lx\n", re_set_syntax(0));
	fixed_registers();
	return 0;
}
