/* printf_str.c: strings and characters, narrow and wide, in both locales. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static void narrow(void)
{
	const char *s = "hello, world";
	const char *null = NULL;
	printf("[%s][%5s][%20s][%-20s][%.5s][%.0s][%.s][%20.3s][%-20.3s][%020s]\n", s, s, s, s, s, s, s,
		   s, s, s);
	printf("[%s][%10s][%-10s][%.3s][%.6s][%10.2s][%.0s]\n", null, null, null, null, null, null,
		   null);
	printf("[%c][%5c][%-5c][%05c]%c", 'a', 'b', 'c', 'd', 0);
	printf("[%*s][%*s][%-*s][%.*s][%.*s]\n", 8, "ab", -8, "ab", 8, "ab", 2, "abcdef", -1, "abcdef");
	printf("%%|%5%|%-5%|%hhs|%hs\n", "x", "y");
}

static void wide(void)
{
	char buf[200];
	const wchar_t *texts[] = {L"plain", L"", L"gr\u00fc\u00df \u20ac", L"\U0001f600x", NULL};
	const char *fmts[] = {"[%ls]",   "[%S]",    "[%10ls]",   "[%-10ls]", "[%.3ls]",
						  "[%.5ls]", "[%.4ls]", "[%12.7ls]", "[%.0ls]"};
	for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
		for (size_t f = 0; f < sizeof fmts / sizeof *fmts; f++) {
			errno = 0;
			int n = snprintf(buf, sizeof buf, fmts[f], texts[t]);
			int e = errno;
			printf("%zu %s %d %d %s\n", t, fmts[f], n, n < 0 ? e : 0, n < 0 ? "" : buf);
		}
	wint_t chars[] = {L'a', 0xe9, 0x20ac, 0x1f600, 0};
	for (size_t c = 0; c < sizeof chars / sizeof *chars; c++) {
		int n = snprintf(buf, sizeof buf, "[%lc][%C][%6lc][%-6lc]", chars[c], chars[c], chars[c],
						 chars[c]);
		printf("%zu %d", c, n);
		for (int i = 0; i < n; i++)
			printf(" %02x", (unsigned char)buf[i]);
		putchar('\n');
	}
}

int main(void)
{
	narrow();
	wide();
	puts(setlocale(LC_ALL, "C.UTF-8"));
	narrow();
	wide();
	errno = ENOENT;
	printf("%m|%30m|%-30m|%.5m\n");
	errno = 12345;
	printf("%m\n");
	return 0;
}
