/* iconv_sets.c: every pair of character sets over good and bad input, small output buffers too.
 *
 * Each conversion has a descriptor of its own: a byte order that glibc once read stays beyond a
 * reset.
 */
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

static const char *const sets[] = {"ASCII",    "UTF-8",    "ISO-8859-1", "UTF-16",
								   "UTF-16LE", "UTF-16BE", "UTF-32",     "UTF-32LE",
								   "UTF-32BE", "latin1",   "utf8",       "US-ASCII"};

static const struct {
	const char *bytes;
	size_t n;
} inputs[] = {
	{"plain text", 10},
	{"caf\xc3\xa9", 5},
	{"caf\xe9", 4},
	{"\xe2\x82\xac", 3},
	{"\xe2\x82", 2},
	{"\xff\xfe"
	 "A\0B\0",
	 6},
	{"\xfe\xff\0A\0B", 6},
	{"A\0\0\0", 4},
	{"\0\0\0A", 4},
	{"\xff\xfe\0\0A\0\0\0", 8},
	{"=\xd8\0\xde", 4},
	{"\xd8=\xde\0", 4},
	{"\0\xd8"
	 "A\0",
	 4},
	{"\xf0\x9f\x98\x80", 4},
	{"", 0},
	{"A", 1},
	{"ab\xff"
	 "cd",
	 5},
	{"\xc0\x80", 2},
	{"\xed\xa0\x80", 3},
	{"a\xc3(b", 4},
};

static void convert(const char *target, const char *source, const char *bytes, size_t n,
					size_t room)
{
	iconv_t cd = iconv_open(target, source);
	char copy[16], out[64];
	char *in = copy, *to = out;
	size_t in_left = n, out_left = room;

	memcpy(copy, bytes, n);
	errno = 0;
	size_t r = iconv(cd, &in, &in_left, &to, &out_left);
	printf(" %zd/%d/%zu:", (ssize_t)r, r == (size_t)-1 ? errno : 0, in_left);
	for (char *p = out; p < to; p++)
		printf("%02x", (unsigned char)*p);
	iconv_close(cd);
}

int main(void)
{
	size_t n = sizeof sets / sizeof sets[0];

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			printf("%s <- %s:", sets[i], sets[k]);
			for (size_t s = 0; s < sizeof inputs / sizeof inputs[0]; s++) {
				convert(sets[i], sets[k], inputs[s].bytes, inputs[s].n, 64);
				convert(sets[i], sets[k], inputs[s].bytes, inputs[s].n, 5);
			}
			puts("");
		}
	errno = 0;
	printf("%d %d\n", iconv_open("nonsense", "UTF-8") == (iconv_t)-1, errno);
	convert("ASCII//TRANSLIT", "UTF-8", "\xe2\x80\x9cx\xe2\x80\x9d", 7, 64);
	convert("ASCII//TRANSLIT", "UTF-8", "a\xe2\x80\xa6", 4, 64);
	convert("ASCII//TRANSLIT", "UTF-8", "\xe2\x82\xac", 3, 64);
	convert("ASCII//IGNORE", "UTF-8", "a\xe2\x82\xacz", 5, 64);
	convert("UTF-8//IGNORE", "UTF-8", "a\xffz", 3, 64);
	convert("WCHAR_T", "UTF-8", "\xe2\x82\xacz", 4, 64);
	convert("UTF-8", "WCHAR_T", "\xac\x20\0\0z\0\0\0", 8, 64);
	puts("");
	return 0;
}
