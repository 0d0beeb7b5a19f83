/* memory-functions.c: mem* and str* with overlaps, edges, noughts and high bytes. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int v)
{
	return (v > 0) - (v < 0);
}

int main(void)
{
	char b[64] = "0123456789abcdef";
	memmove(b + 4, b, 12);
	puts(b);
	memmove(b, b + 2, 12);
	puts(b);
	memmove(b, b, 5);
	memcpy(b + 20, b, 7);
	memset(b + 3, '-', 4);
	printf("%.27s|\n", b + 0);
	printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("a\0b", "a\0a", 3)),
		   sign(memcmp("\xff", "\x01", 1)));
	printf("%d %d %d %d\n", sign(strcmp("abc", "abcd")), sign(strncmp("abcx", "abcy", 3)),
		   sign(strcasecmp("HeLLo", "hEllO")), sign(strncasecmp("ABCd", "abcE", 4)));
	printf("%s %s %d\n", strchr("hello", 'l'), strrchr("hello", 'l'), strchr("x", 'y') == NULL);
	printf("%d %s %s\n", *strchr("end", 0), strstr("haystack", "st"), strstr("x", ""));
	printf("%zu %zu %s\n", strspn("112358x", "12358"), strcspn("abc,def", ",;"),
		   strpbrk("a-b", "+-"));
	char t[] = "a,b;;c", *save, *w;
	for (w = strtok_r(t, ",;", &save); w; w = strtok_r(NULL, ",;", &save))
		printf("[%s]", w);
	char e[] = "x::y", *ep = e;
	while ((w = strsep(&ep, ":")))
		printf("<%s>", w);
	printf("\n%zu %zu %s\n", strnlen("abc", 2), strlen(""), (char *)memchr("abc\0def", 'd', 7));
	char d[16];
	memset(d, 'x', sizeof d);
	strncpy(d, "ab", 5);
	printf("%s %d%d %c\n", d, d[2], d[4], d[5]);
	strcpy(d, "one");
	strcat(d, "two");
	strncat(d, "three", 2);
	printf("%s %td\n", d, stpcpy(d, "four") - d);
	printf("%s\n", (char *)mempcpy(d, "abc", 3) - 3);
	printf("%d %d %d\n", ffs(0x50), ffsl(1L << 40), ffsll(0));
	printf("%s\n", (char *)memmem("needle in hay", 13, "in", 2));
	printf("%s %s\n", basename("/usr/lib/x.so"), strerror(2));
	bcopy("zz", d, 2);
	bzero(d + 2, 2);
	printf("%s %s\n", d, (char *)memrchr("abcabc", 'b', 6));
	printf("%s\n", strchrnul("abc", 'x') == strchr("abc", 0) ? "same" : "end");
	return 0;
}
