/* string-lengths.c: string functions at every length and alignment around the machine's chunks. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 140, OFFSETS = 9 };

static unsigned sum;

static void add(long n)
{
	sum = sum * 31 + (unsigned)n;
}

static int sign(int n)
{
	return (n > 0) - (n < 0);
}

/* A text of exactly n bytes that ends where its block ends. */
static char *text(int n, int offset)
{
	char *block = malloc((size_t)(n + 1 + offset));
	for (int i = 0; i < offset; i++)
		block[i] = '#';
	for (int i = 0; i < n; i++)
		block[offset + i] = (char)('a' + i % 23);
	block[offset + n] = 0;
	return block;
}

static void search(const char *s, int n)
{
	const char *hit = strchr(s, 'w');
	add(hit ? hit - s : -1);
	hit = strrchr(s, 'c');
	add(hit ? hit - s : -1);
	add(strchrnul(s, '?') - s);
	hit = memchr(s, 'v', (size_t)n);
	add(hit ? hit - s : -1);
	add(strchr(s, 0) - s);
	add((long)strnlen(s, 60));
	add((long)strnlen(s, 1000));
}

static void compare(const char *s, int n, int offset)
{
	char *other = text(n, offset / 2);
	char *t = other + offset / 2;
	add(sign(strcmp(s, t)));
	add(sign(memcmp(s, t, (size_t)n + 1)));
	for (int at = 0; at < n; at += 7) {
		t[at] = '\xf0';
		add(sign(strcmp(s, t)) * 2 + sign(strncmp(t, s, (size_t)at)));
		add(sign(strncmp(s, t, (size_t)at + 1)) + sign(memcmp(t, s, (size_t)n)));
		t[at] = s[at];
	}
	free(other);
}

static void copy(const char *s, int n)
{
	char local[2 * MOST + 2];
	char *exact = malloc((size_t)n + 1);
	strcpy(exact, s);
	add(exact[n / 2] + (stpcpy(local, exact) - local));
	strcat(local, s);
	add((long)strlen(local));
	free(exact);
}

int main(void)
{
	for (int n = 0; n < MOST; n++)
		for (int offset = 0; offset < OFFSETS; offset++) {
			char *block = text(n, offset);
			add((long)strlen(block + offset));
			search(block + offset, n);
			compare(block + offset, n, offset);
			copy(block + offset, n);
			free(block);
		}
	printf("%u\n", sum);
	return 0;
}
