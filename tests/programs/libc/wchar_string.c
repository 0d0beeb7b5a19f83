/* wchar_string.c: wide strings. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

static long at(const wchar_t *p, const wchar_t *base)
{
	return p ? p - base : -1;
}

static wchar_t buf[12];

static void show(long result)
{
	printf("%ld:", result);
	for (int i = 0; i < 12; i++)
		printf(" %x", (unsigned)buf[i]);
	printf("\n");
	wmemset(buf, L'.', 11);
}

int main(void)
{
	static const wchar_t *const texts[] = {L"",     L"a",   L"ab",           L"ba",
										   L"abab", L"AbA", L"\u20ac\u00e9", L"\u00c9x"};
	setlocale(LC_ALL, "C.UTF-8");
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 8; j++) {
			const wchar_t *a = texts[i], *b = texts[j];
			printf("%d %d %d %d %d %ld %zu %zu %ld %d\n", sign(wcscmp(a, b)),
				   sign(wcsncmp(a, b, 1)), sign(wcscasecmp(a, b)), sign(wcsncasecmp(a, b, 1)),
				   sign(wcscoll(a, b)), at(wcsstr(a, b), a), wcsspn(a, b), wcscspn(a, b),
				   at(wcspbrk(a, b), a), sign(wmemcmp(a, b, 1)));
		}
	for (int i = 0; i < 8; i++) {
		const wchar_t *s = texts[i];
		printf("%zu %zu %ld %ld %ld %ld\n", wcslen(s), wcsnlen(s, 1), at(wcschr(s, L'b'), s),
			   at(wcsrchr(s, L'a'), s), at(wcschrnul(s, L'b'), s),
			   at(wmemchr(s, L'b', wcslen(s)), s));
		show(at(wcscpy(buf, s), buf));
		show(at(wcpcpy(buf, s), buf));
		show(at(wcsncpy(buf, s, 3), buf));
		show(at(wcpncpy(buf, s, 3), buf));
		wcscpy(buf, L"xy");
		show(at(wcscat(buf, s), buf));
		wcscpy(buf, L"xy");
		show(at(wcsncat(buf, s, 1), buf));
		wchar_t *d = wcsdup(s);
		printf("%d %zu\n", wcscmp(d, s), wcsxfrm(buf, s, 12));
		free(d);
	}
	wcscpy(buf, L"abcdef");
	show(at(wmemmove(buf + 2, buf, 4), buf));
	show(at(wmempcpy(buf, L"xyz", 3), buf));
	wchar_t list[] = L",a,,b c;", *save;
	for (wchar_t *t = wcstok(list, L",; ", &save); t; t = wcstok(NULL, L",; ", &save))
		printf("[%ls]", t);
	wchar_t *end;
	printf("\n%g %g %Lg %ld\n", wcstod(L" 1.5e3x", &end), (double)wcstof(L"-2.5", NULL),
		   wcstold(L"0x1p4", NULL), wcstol(L"\u2003 42", &end, 10));
	return 0;
}
