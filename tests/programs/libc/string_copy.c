/* string_copy.c: the functions that write, with the whole destination shown afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static char buf[24];

static void show(const char *what, long result)
{
	printf("%-14s %3ld:", what, result);
	for (size_t i = 0; i < sizeof buf; i++)
		printf(" %02x", (unsigned char)buf[i]);
	printf("\n");
	memset(buf, '.', sizeof buf - 1);
}

static long at(const void *p)
{
	return p ? (const char *)p - buf : -1;
}

char *__strdup(const char *);

int main(void)
{
	static const char *const sources[] = {"", "a", "hello", "seven77", "\xff\xfe"};
	show("fresh", 0);
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		const char *s = sources[i];
		show("strcpy", at(strcpy(buf, s)));
		show("stpcpy", at(stpcpy(buf, s)));
		for (size_t n = 0; n < 9; n += 2) {
			show("strncpy", at(strncpy(buf, s, n)));
			show("stpncpy", at(stpncpy(buf, s, n)));
			strcpy(buf, "xy");
			show("strncat", at(strncat(buf, s, n)));
			show("memccpy", at(memccpy(buf, "hello\0seven", 'o', n)));
			show("mempcpy", at(mempcpy(buf, "hello\0seven", n)));
			show("strxfrm", (long)strxfrm(buf, s, n));
		}
		strcpy(buf, "xy");
		show("strcat", at(strcat(buf, s)));
		char *d = strdup(s), *e = strndup(s, 3), *f = __strdup(s);
		printf("%s %s %s\n", d, e, f);
		free(d);
		free(e);
		free(f);
	}
	strcpy(buf, "abcdefgh");
	show("memmove", at(memmove(buf + 2, buf, 6)));
	strcpy(buf, "abcdefgh");
	show("memmove", at(memmove(buf, buf + 2, 6)));
	bcopy("hello", buf, 3);
	show("bcopy", 0);
	bzero(buf + 2, 3);
	show("bzero", 0);
	explicit_bzero(buf, 2);
	show("explicit_bzero", 0);
	swab("abcdefg", buf, 7);
	show("swab", 0);
	swab("abcdefg", buf, -1);
	show("swab", 0);
	printf("%d %d\n", bcmp("abc", "abc", 3), bcmp("abc", "abd", 3) != 0);
	return 0;
}
