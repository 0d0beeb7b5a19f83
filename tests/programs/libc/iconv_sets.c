/* iconv_sets.c: between codesets, with bad, short and missing input. */
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

static void convert(const char *from, const char *to, const char *text, size_t n, size_t room)
{
	char buf[64], *in = (char *)text, *out = buf;
	iconv_t cd = iconv_open(to, from);
	printf("%s -> %s:", from, to);
	if (cd == (iconv_t)-1) {
		printf(" none %d\n", errno);
		return;
	}
	errno = 0;
	size_t left = n, space = room, r = iconv(cd, &in, &left, &out, &space);
	printf(" %ld e%d left %zu:", (long)r, errno, left);
	for (char *p = buf; p < out; p++)
		printf(" %02x", (unsigned char)*p);
	printf("\n");
	iconv_close(cd);
}

int main(void)
{
	static const char *const sets[] = {"ASCII",          "ISO-8859-1", "UTF-8",  "UTF-16LE",
									   "UTF-16BE",       "UTF-16",     "UTF-32", "WCHAR_T",
									   "ANSI_X3.4-1968", "utf8",       "NOWHERE"};
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		convert("UTF-8", sets[i], "abc", 3, 64);
		convert("UTF-8", sets[i], "\xc3\xa9x", 3, 64);
		convert("UTF-8", sets[i], "\xe2\x82\xac", 3, 64);
		convert("UTF-8", sets[i], "\xf0\x9f\x98\x80", 4, 64);
		convert(sets[i], "UTF-8", "ab\0\0cd\0\0", 8, 64);
	}
	convert("UTF-8", "UTF-16LE", "ab\xff", 3, 64);
	convert("UTF-8", "UTF-16LE", "ab\xe2\x82", 4, 64);
	convert("UTF-8", "UTF-16LE", "abcdef", 6, 5);
	convert("ISO-8859-1", "UTF-8", "\xe9\xff", 2, 64);
	convert("UTF-16", "UTF-8", "\xfe\xff\0a\0b", 6, 64);
	convert("UTF-16", "UTF-8",
			"\xff\xfe"
			"a\0b\0",
			6, 64);
	convert("UTF-16LE", "UTF-8", "\x3d\xd8\0\xde", 4, 64);
	return 0;
}
