/* string_search.c: the functions that look: every offset, every needle of a small alphabet. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

static long at(const void *p, const void *base)
{
	return p ? (const char *)p - (const char *)base : -1;
}

static const char *const texts[] = {"",          "a",    "b",      "ab",      "ba",
									"aab",       "abab", "aabaab", "abcabcd", "hello world",
									"\xff\x80z", "A",    "aB",     "ABAB",    "zzzz"};
#define COUNT (sizeof texts / sizeof *texts)

static void pairs(void)
{
	for (size_t i = 0; i < COUNT; i++)
		for (size_t j = 0; j < COUNT; j++) {
			const char *a = texts[i], *b = texts[j];
			printf("%s/%s: %d %d %d %d %d | %ld %ld %ld | %zu %zu %ld %ld\n", a, b,
				   sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcasecmp(a, b)),
				   sign(strncasecmp(a, b, 1)), sign(strcoll(a, b)), at(strstr(a, b), a),
				   at(strcasestr(a, b), a), at(memmem(a, strlen(a), b, strlen(b)), a), strspn(a, b),
				   strcspn(a, b), at(strpbrk(a, b), a),
				   (long)sign(memcmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b))));
		}
}

static void characters(void)
{
	for (size_t i = 0; i < COUNT; i++) {
		const char *s = texts[i];
		size_t n = strlen(s);
		for (const char *c = "abzoA\xff\x80";; c++) {
			printf("%s %02x: %ld %ld %ld %ld %ld %ld %ld %zu\n", s, (unsigned char)*c,
				   at(strchr(s, *c), s), at(strrchr(s, *c), s), at(strchrnul(s, *c), s),
				   at(memchr(s, *c, n), s), at(memrchr(s, *c, n), s), at(index(s, *c), s),
				   at(rindex(s, *c), s), strnlen(s, 3));
			if (!*c)
				break;
		}
		printf("rawmemchr %ld\n", at(rawmemchr(s, 0), s));
	}
}

static void tokens(void)
{
	static const char *const lists[] = {"", "a", ",", "a,b", ",a,,b,", "a b,c;d", ";;;", "x;"};
	static const char *const delims[] = {",", " ,;", "", ";"};
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (size_t j = 0; j < sizeof delims / sizeof *delims; j++) {
			char buf[32], *save, *p;
			strcpy(buf, lists[i]);
			for (p = strtok_r(buf, delims[j], &save); p; p = strtok_r(NULL, delims[j], &save))
				printf("[%s]", p);
			printf(" | ");
			strcpy(buf, lists[i]);
			for (p = strtok(buf, delims[j]); p; p = strtok(NULL, delims[j]))
				printf("[%s]", p);
			printf(" | ");
			strcpy(buf, lists[i]);
			p = buf;
			for (char *t; (t = strsep(&p, delims[j]));)
				printf("[%s]", t);
			printf("\n");
		}
}

int main(void)
{
	pairs();
	characters();
	tokens();
	for (int i = 0; i < 32; i++)
		printf("%d %d %d ", ffs(1 << i), ffsl(3l << (2 * i)), ffsll(1ll << (i + 31)));
	printf("%d\n", ffs(0));
	printf("%s %s %s\n", basename("/usr/lib/"), basename("a/b"), basename("x"));
	return 0;
}
