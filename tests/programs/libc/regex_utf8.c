/* regex_utf8.c: characters of several bytes, and bytes that are no characters.
 *
 * A pattern that ends within a character is left out: glibc lets it match the first byte of one.
 */
#include <locale.h>
#include <regex.h>
#include <stdio.h>

static const char *const patterns[] = {
	"é",
	".",
	"^.$",
	"..",
	"[éà]+",
	"[^é]",
	"é{2}",
	"(é)(.)",
	"\\w+",
	"\\W",
	"[[:alpha:]]+",
	"[[:upper:]]",
	"[[:lower:]]+",
	"É",
	"[a-é]",
	"\xff",
	"[\xff]",
	"a.b",
	"(.)\\1",
	"\\bé",
	"é\\b",
	"[[=é=]]",
	"[[.é.]]",
	"€+",
	"x|€|😀",
	"[[:punct:]]",
	"ß",
	"ж",
	"[ж]",
	"é*",
	"[é-à]",
};

static const char *const strings[] = {
	"é",  "aé", "éé", "àé",   "É",  "xéy", "a\xffz",     "\xff", "a\xc3",        "aéb",
	"ab", "€€", "😀",  "éa é", "ßß", "жЖ",  "a\xe2\x82z", "",     "\xc3\xa9\xa9",
};

static void all(int flags)
{
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		regex_t re;
		int r = regcomp(&re, patterns[i], flags);
		printf("%s %d: %d\n", patterns[i], flags, r);
		for (size_t k = 0; r == 0 && k < sizeof strings / sizeof strings[0]; k++) {
			regmatch_t m[3];
			int e = regexec(&re, strings[k], 3, m, 0);
			printf("  %s %d", strings[k], e);
			for (int g = 0; e == 0 && g < 3; g++)
				printf(" %d,%d", (int)m[g].rm_so, (int)m[g].rm_eo);
			puts("");
		}
		if (r == 0)
			regfree(&re);
	}
}

int main(void)
{
	static const char *const locales[] = {"C", "C.UTF-8"};
	for (int i = 0; i < 2; i++) {
		printf("%s\n", setlocale(LC_ALL, locales[i]));
		all(REG_EXTENDED);
		all(REG_EXTENDED | REG_ICASE);
	}
	return 0;
}
