/* wide-strings.c: wchar_t, char16_t and char32_t literals and the functions on them. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
	const wchar_t *w = L"wide \u20ac \U0001f600";
	static const char16_t u16[] = u"\u20ac\U0001f600";
	static const char32_t u32[] = U"\u20ac\U0001f600";
	printf("%zu %zu %zu %zu\n", wcslen(w), sizeof u16, sizeof u32, sizeof u8"\u20ac");
	for (const wchar_t *p = w; *p; p++)
		printf("%x ", (unsigned)*p);
	printf("\n%x %x %x\n", u16[0], u16[1], u16[2]);
	wchar_t buf[32];
	wcscpy(buf, L"abc");
	wcscat(buf, L"DEF");
	printf("%d %d %ls\n", wcscmp(buf, L"abcDEF"), wcsncmp(buf, L"abx", 2), wcschr(buf, L'D'));
	for (wchar_t *p = buf; *p; p++)
		*p = iswupper((wint_t)*p) ? towlower((wint_t)*p) : towupper((wint_t)*p);
	printf("%ls %td\n", buf, wcsstr(buf, L"Cd") - buf);
	wmemset(buf, L'z', 3);
	printf("%ls %ld %g\n", buf, wcstol(L"-123x", NULL, 10), wcstod(L"2.5", NULL));
	setlocale(LC_ALL, "C.UTF-8");
	char mb[64];
	size_t n = wcstombs(mb, w, sizeof mb);
	printf("%zu %s\n", n, mb);
	wchar_t back[32];
	printf("%zu %d\n", mbstowcs(back, mb, 32), wcscmp(back, w));
	mbstate_t st;
	memset(&st, 0, sizeof st);
	wchar_t one;
	printf("%zu %x\n", mbrtowc(&one, "\xe2\x82\xac", 3, &st), (unsigned)one);
	printf("%d %zu\n", MB_CUR_MAX > 1, mbrtowc(&one, "\xe2\x82", 2, &st));
	swprintf(buf, 32, L"%d-%ls-%s", 5, L"in", "narrow");
	printf("%ls\n", buf);
	return 0;
}
