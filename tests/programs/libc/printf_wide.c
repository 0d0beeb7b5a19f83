/* printf_wide.c: the wide printf family, into memory and onto streams. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static void show(int n, const wchar_t *s)
{
	wprintf(L"%d:", n);
	for (; *s; s++)
		wprintf(L" %x", (unsigned)*s);
	wprintf(L"\n");
}

static void all(void)
{
	wchar_t b[100];
	show(swprintf(b, 100, L"%d %5d %-5d| %x %#o", 1, 2, 3, 255, 8), b);
	show(swprintf(b, 100, L"%s|%10s|%.2s|%ls|%.2ls|%8ls", "abc", "def", "ghi", L"jkl", L"mno",
				  L"pq"),
		 b);
	show(swprintf(b, 100, L"%f %e %g %a %Lf", 1.5, 1e10, 1e-10, 3.0, 2.5L), b);
	show(swprintf(b, 100, L"%c%lc%C %p %%", 'a', L'b', L'c', NULL), b);
	show(swprintf(b, 100, L"\u00e9\u20ac %lc %ls", 0x20ac, L"\u00df"), b);
	show(swprintf(b, 100, L"%2$d %1$s", "one", 2), b);
	b[0] = 0;
	int n = swprintf(b, 5, L"%d", 12345);
	wprintf(L"%d %ls\n", n, b);
	n = swprintf(b, 6, L"%d", 12345);
	wprintf(L"%d %ls\n", n, b);
	n = swprintf(b, 0, L"x");
	wprintf(L"%d\n", n);
	n = swprintf(b, 100, L"%s", "\xc3\xa9\xe2\x82\xac");
	wprintf(L"%d\n", n);
	if (n > 0)
		show(n, b);
	n = swprintf(b, 100, L"%5s|%-5s|%.1s", "\xc3\xa9", "\xc3\xa9", "\xc3\xa9x");
	wprintf(L"%d\n", n);
	if (n > 0)
		show(n, b);
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	wprintf(L"first %s\n", "narrow");
	all();
	wprintf(L"\u20ac %ls %lc\n", L"\u00fc\U0001f600", 0xe4);
	fwprintf(stderr, L"%d %ls\n", 5, L"\u20ac");
	int n = printf("narrow on wide\n");
	wprintf(L"%d %d\n", n, fwide(stdout, 0));
	setlocale(LC_ALL, "C");
	all();
	FILE *fp = fopen("wide", "w");
	n = fprintf(fp, "x\n");
	int m = fwprintf(fp, L"y\n");
	wprintf(L"%d %d %d\n", n, m, fwide(fp, 1) < 0);
	fclose(fp);
	return 0;
}
