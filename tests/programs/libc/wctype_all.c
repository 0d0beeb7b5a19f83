/* wctype_all.c: all classes, cases and widths of all characters, as checksums per block of 256. */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

static unsigned long long describe(wint_t c)
{
	unsigned long long bits = 0;
	int (*const tests[])(wint_t) = {iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph,
									iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit};
	for (int i = 0; i < 12; i++)
		bits = bits << 1 | (tests[i](c) != 0);
	bits = bits * 5 + (unsigned)(wcwidth((wchar_t)c) + 1);
	return (bits * 0x110000 + towupper(c)) * 3 + towlower(c);
}

static void blocks(wint_t first, wint_t last)
{
	for (wint_t base = first; base < last; base += 256) {
		unsigned long long sum = 0;
		for (wint_t c = base; c < base + 256; c++)
			sum = sum * 1000003 + describe(c);
		printf("%x %llx\n", base, sum);
	}
}

int main(void)
{
	blocks(0, 0x1000);
	puts(setlocale(LC_ALL, "C.UTF-8"));
	blocks(0, 0x3400);
	blocks(0xa000, 0xac00);
	blocks(0xf900, 0x10600);
	blocks(0x1e800, 0x1ea00);
	for (wint_t c = 0x1f000; c < 0x1fb00; c += 3)
		printf("%d", wcwidth((wchar_t)c));
	for (wint_t c = 0x10400; c < 0x10430; c++)
		printf(" %x", towlower(c));
	printf("\n%d %d %d\n", iswalpha(WEOF), wcwidth(0), wcwidth(-1));
	static const char *const names[] = {"alnum", "alpha",  "blank",    "cntrl", "digit",
										"graph", "lower",  "print",    "punct", "space",
										"upper", "xdigit", "nonsense", ""};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		wctype_t t = wctype(names[i]);
		printf("%s %d:", names[i], t != 0);
		for (wint_t c = 0; t && c < 0x250; c++)
			printf("%d", iswctype(c, t) != 0);
		printf("\n");
	}
	static const char *const maps[] = {"toupper", "tolower", "totitle", "rot13"};
	for (int i = 0; i < 4; i++) {
		wctrans_t t = wctrans(maps[i]);
		printf("%s %d:", maps[i], t != 0);
		for (wint_t c = 0; t && c < 0x250; c++)
			printf(" %x", towctrans(c, t));
		printf("\n");
	}
	printf("%d %d\n", wcswidth(L"a\u20ac\u4e2d", 9), wcswidth(L"a\nb", 9));
	return 0;
}
