/* regex_cases.c: patterns against strings, basic and extended, all groups shown. */
#include <regex.h>
#include <stdio.h>

#define E REG_EXTENDED
#define I REG_ICASE
#define N REG_NEWLINE

static const struct {
	const char *pattern, *string;
	int flags;
} cases[] = {
	{"abc", "xabcy", 0},
	{"a*", "aaa", 0},
	{"a*", "baaa", 0},
	{"ab*c", "ac abbc", 0},
	{"a.c", "abc", 0},
	{"^abc$", "abc", 0},
	{"^abc$", "abcd", 0},
	{"a\\{2,3\\}", "aaaa", 0},
	{"a\\{2\\}b", "aaab", 0},
	{"\\(ab\\)*c", "ababc", 0},
	{"\\(a*\\)b\\1", "aabaa", 0},
	{"\\(.\\)\\1", "abccd", 0},
	{"^\\(.*\\)\n\\1$", "ab\nab", 0},
	{"[a-c]*", "abcd", 0},
	{"[^a-c]*", "xyzabc", 0},
	{"[]a]*", "]a]b", 0},
	{"[^]a]*", "bc]", 0},
	{"[a-]*", "a-a", 0},
	{"[[:alpha:]]*", "abC1", 0},
	{"[[:digit:][:space:]]*", "1 2a", 0},
	{"\\.", "a.b", 0},
	{"*a", "*a", 0},
	{"\\(*a\\)", "*a", 0},
	{"a\\|b", "b", 0},
	{"a\\+", "aa", 0},
	{"a\\?b", "ab", 0},
	{"x^y", "x^y", 0},
	{"x$y", "x$y", 0},
	{"\\(^a\\)", "ab", 0},
	{"\\(a$\\)", "ba", 0},
	{"a\\{,2\\}", "aaa", 0},
	{"a{2}", "a{2}", 0},
	{"a|b", "a|b", 0},
	{"(a)", "(a)", 0},
	{"a|b", "b", E},
	{"(a|ab)(c|bcd)(d*)", "abcd", E},
	{"(a|ab)(bcd|c)(d*)", "abcd", E},
	{"(ab|a)(c|bcd)(d*)", "abcd", E},
	{"(a*)(a|aa)", "aaaa", E},
	{"(a*)(b|abc)(c*)", "abc", E},
	{"((a|a)|a)", "a", E},
	{"(a*)(a*)", "aaa", E},
	{"(a+|b+)*", "aabb", E},
	{"(a|b)*c|(a|ab)*c", "abc", E},
	{"(.a|.b).*|.*(.a|.b)", "xa", E},
	{"a?(ab|ba)ab", "abab", E},
	{"a?(ac{0}b|ba)ab", "abab", E},
	{"ab|abab", "abbabab", E},
	{"aba|bab|bba", "baaabbbaba", E},
	{"(aa|aaa)*|(a|aaaaa)", "aa", E},
	{"(a.|.a.)*", "ababab", E},
	{"(Ab|cD)*", "aBcD", E | I},
	{"[^a]", "A", E | I},
	{"[A-Z]+", "aBc", E | I},
	{"[[:upper:]]+", "aBc", E | I},
	{"a+?", "aaa", E},
	{"(a){2}(b){0,1}", "aab", E},
	{"x{2,}", "xxxx", E},
	{"x{0}", "x", E},
	{"(x{0})", "x", E},
	{"()", "abc", E},
	{"(|a)b", "ab", E},
	{"a||b", "b", E},
	{"^*a", "a", E},
	{"(^|b)a", "ba", E},
	{"a($|b)", "a", E},
	{"$", "abc", E},
	{"^", "abc", E},
	{"^$", "", E},
	{"a^b", "a^b", E},
	{"\\<foo\\>", "a foo b", E},
	{"\\bfoo\\b", "foobar foo", E},
	{"o\\Bo", "foo", E},
	{"\\w+", "--ab_9--", E},
	{"\\W+", "ab -- cd", E},
	{"\\s\\S", "a b", E},
	{"\\`a", "aa", E},
	{"a\\'", "aa", E},
	{"a.b", "a\nb", 0},
	{"a.b", "a\nb", N},
	{"^b", "a\nb", 0},
	{"^b", "a\nb", N},
	{"a$", "a\nb", N},
	{"[^x]b", "a\nb", N},
	{"^$", "a\n\nb", N},
	{"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)", "abcdefghij", E},
	{"(a)\\1", "aa", E},
	{"(a*)\\1", "aaaaa", E},
	{"(a)(b)\\2\\1", "abba", E},
	{"([a-z]+) \\1", "the the cat", E},
	{"^(.)(.)(.).?\\3\\2\\1$", "abcba", E},
	{"^(.?)(.?)(.?)(.?).?\\4\\3\\2\\1$", "abcdcba", E},
	{"\\(\\(a\\)\\2\\)*", "aaaa", 0},
	{"[[.a.]]", "a", E},
	{"[[=a=]b]+", "ab", E},
	{"[[.-.]-0]", "/", E},
	{"[a-c-]", "-", E},
	{"[%--]", "-", E},
	{"[--/]+", "-./", E},
	{"[a\\]", "\\", E},
	{"[\\n]", "n", E},
	{"([^,]*),([^,]*),(.*)", "one,two,three,four", E},
	{"^([0-9]{1,3})\\.([0-9]+)$", "192.168", E},
	{"^[[:space:]]*([A-Za-z_][A-Za-z0-9_]*)[[:space:]]*=[[:space:]]*(.*)$", "  key = value ", E},
	{"(([0-9]+)|([a-z]+))+", "12ab34", E},
	{"((a)|(b))*", "abab", E},
	{"(a(b)?)+", "aba", E},
	{"(a(b)?){2}", "aba", E},
	{"(ab?)(b?a)", "aba", E},
	{"(a|b|c|d|e)+x", "abcdex", E},
	{"z*", "", E},
	{"a{1,255}", "aa", E},
	{"(((((a)))))", "a", E},
	{"((((a)b)c)d)", "abcd", E},
};

static void show(regex_t *re, const char *string, int flags)
{
	regmatch_t m[12];
	int r = regexec(re, string, 12, m, flags);
	printf(" -> %d", r);
	for (int i = 0; r == 0 && i < 12; i++)
		if (m[i].rm_so != -1 || m[i].rm_eo != -1)
			printf(" %d:%d,%d", i, (int)m[i].rm_so, (int)m[i].rm_eo);
	puts("");
}

int main(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		regex_t re;
		int r = regcomp(&re, cases[i].pattern, cases[i].flags);
		printf("%s / %s / %d: ", cases[i].pattern, cases[i].string, cases[i].flags);
		if (r) {
			char text[100];
			size_t n = regerror(r, &re, text, sizeof text);
			printf("error %d (%s, %zu)\n", r, text, n);
			continue;
		}
		printf("nsub %zu", re.re_nsub);
		show(&re, cases[i].string, 0);
		show(&re, cases[i].string, REG_NOTBOL);
		show(&re, cases[i].string, REG_NOTEOL);
		regmatch_t part[12] = {{.rm_so = 1, .rm_eo = 2}};
		if (cases[i].string[0] && cases[i].string[1]) {
			r = regexec(&re, cases[i].string, 12, part, REG_STARTEND);
			printf(" part %d %d,%d\n", r, (int)part[0].rm_so, (int)part[0].rm_eo);
		}
		printf(" plain %d\n", regexec(&re, cases[i].string, 0, NULL, 0));
		regfree(&re);
	}
	return 0;
}
