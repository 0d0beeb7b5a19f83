/* runs: packs text by its runs of equal characters, and unpacks it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 96, LONGEST_RUN = 9, LEAST_RUN = 3 };

static char out[MOST_TEXT];
static unsigned n_out;
static bool verify;    /* unpack what was packed, and compare */
static bool with_sum;  /* a checksum at the end */
static bool with_size; /* the length in front */
static unsigned escaped;

static void fail(const char *what)
{
	printf("runs: %s\n", what);
	exit(1);
}

static void usage(void)
{
	printf("usage: runs [-v] [-s] [-n] pack|unpack TEXT\n");
	printf("  -v  verify\n");
	printf("  -s  with a checksum\n");
	printf("  -n  with the length in front\n");
	exit(2);
}

static void put(char c)
{
	if (n_out + 1 >= MOST_TEXT)
		fail("too long");
	out[n_out++] = c;
	out[n_out] = 0;
}

static void put_number(unsigned n)
{
	if (n >= 10)
		put_number(n / 10);
	put((char)('0' + n % 10));
}

static unsigned run_length(const char *s)
{
	unsigned n = 1;
	while (s[n] == *s && n < LONGEST_RUN)
		n++;
	return n;
}

/* Characters that mean something in packed text. */
static bool is_special(char c)
{
	return c == '~' || c == '!' || c == ':';
}

static unsigned checksum(const char *s, size_t n)
{
	unsigned sum = 0;
	for (size_t i = 0; i < n; i++)
		sum = (sum + (unsigned char)s[i]) % 10;
	return sum;
}

/* A run is ~, its length, and the character; a special character on its own has ! in front. */
static void pack(const char *s)
{
	size_t size = strlen(s);
	const char *begin = s;
	if (with_size) {
		put_number((unsigned)size);
		put(':');
	}
	while (*s) {
		unsigned n = run_length(s);
		if (n >= LEAST_RUN) {
			put('~');
			put((char)('0' + n));
			put(*s);
			s += n;
			continue;
		}
		if (is_special(*s)) {
			put('!');
			escaped++;
		}
		put(*s);
		s++;
	}
	if (with_sum) {
		put(':');
		put_number(checksum(begin, size));
	}
}

static unsigned read_size(const char **at)
{
	unsigned n = 0;
	const char *s = *at;
	while (*s >= '0' && *s <= '9') {
		n = n * 10 + (unsigned)(*s - '0');
		if (n >= MOST_TEXT)
			fail("length too large");
		s++;
	}
	if (s == *at || *s != ':')
		fail("length expected");
	*at = s + 1;
	return n;
}

static void put_run(unsigned n, char c)
{
	if (!n)
		fail("broken run");
	while (n--)
		put(c);
}

/* Until the end, or the colon in front of the checksum. */
static const char *unpack_body(const char *s)
{
	while (*s && *s != ':') {
		if (*s == '~') {
			if (s[1] < '1' || s[1] > '9' || !s[2])
				fail("broken run");
			put_run((unsigned)(s[1] - '0'), s[2]);
			s += 3;
			continue;
		}
		if (*s == '!') {
			s++;
			if (!*s)
				fail("nothing behind !");
		}
		put(*s);
		s++;
	}
	return s;
}

static void unpack(const char *s)
{
	unsigned size = 0;
	if (with_size)
		size = read_size(&s);
	unsigned begin = n_out;
	s = unpack_body(s);
	if (with_size && n_out - begin != size)
		fail("wrong length");
	if (with_sum) {
		if (*s != ':' || s[1] < '0' || s[1] > '9')
			fail("checksum expected");
		if ((unsigned)(s[1] - '0') != checksum(out + begin, n_out - begin))
			fail("wrong checksum");
		s += 2;
	}
	if (*s)
		fail("something is left");
}

static void check_packed(const char *text)
{
	char packed[MOST_TEXT];
	memcpy(packed, out, n_out + 1);
	n_out = 0;
	out[0] = 0;
	unpack(packed);
	bool same = n_out == strlen(text) && !memcmp(out, text, n_out);
	printf("%s %s\n", packed, same ? "good" : "BAD");
}

static void report(size_t before)
{
	printf("%s\n", out);
	if (n_out < before)
		printf("saved %zu\n", before - n_out);
	if (escaped)
		printf("escaped %u\n", escaped);
}

int main(int argc, char **argv)
{
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
		switch (argv[at][1]) {
		case 'v': verify = true; break;
		case 's': with_sum = true; break;
		case 'n': with_size = true; break;
		default: usage();
		}
	}
	if (argc - at != 2)
		usage();
	const char *text = argv[at + 1];
	if (strlen(text) > MOST_TEXT / 2)
		fail("text too long");
	if (!strcmp(argv[at], "unpack")) {
		unpack(text);
		report(0);
		return 0;
	}
	if (strcmp(argv[at], "pack"))
		usage();
	pack(text);
	if (verify)
		check_packed(text);
	else
		report(strlen(text));
	return 0;
}
