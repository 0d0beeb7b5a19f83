/* wchar_multibyte.c: between bytes and wide characters, in both locales, whole and bit by bit. */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char *const inputs[] = {"",
									 "a",
									 "\x7f",
									 "\x80",
									 "\xbf",
									 "\xc0\x80",
									 "\xc1\xbf",
									 "\xc2\x80",
									 "\xc3\xa9x",
									 "\xdf\xbf",
									 "\xe0\x80\x80",
									 "\xe0\xa0\x80",
									 "\xe2\x82\xac",
									 "\xed\x9f\xbf",
									 "\xed\xa0\x80",
									 "\xee\x80\x80",
									 "\xef\xbf\xbf",
									 "\xf0\x8f\xbf\xbf",
									 "\xf0\x90\x80\x80",
									 "\xf0\x9f\x98\x80",
									 "\xf4\x8f\xbf\xbf",
									 "\xf4\x90\x80\x80",
									 "\xf8\x88\x80\x80\x80",
									 "\xfc\x84\x80\x80\x80\x80",
									 "\xfe",
									 "\xff",
									 "\xc3",
									 "\xe2\x82",
									 "\xe2\x28\xa1",
									 "\xf0\x9f\x98",
									 "a\xc3\xa9"
									 "b\xe2\x82\xac"
									 "c",
									 "ok\xff"
									 "bad"};

static void one(const char *s)
{
	size_t n = strlen(s) + 1;
	wchar_t w = 7;
	mbstate_t st;
	for (size_t i = 0; i < n; i++)
		printf("%02x", (unsigned char)s[i]);
	for (size_t k = 0; k <= n; k++) {
		memset(&st, 0, sizeof st);
		errno = 0;
		w = 7;
		long r = (long)mbrtowc(&w, s, k, &st);
		printf(" %ld,%x,%d,%d", r, (unsigned)w, errno, mbsinit(&st) != 0);
	}
	printf(" |");
	memset(&st, 0, sizeof st);
	for (size_t k = 0; k < n; k++) {
		long r = (long)mbrtowc(&w, s + k, 1, &st);
		printf(" %ld", r);
		if (r == -1)
			break;
	}
	printf(" | %d %d %ld\n", mblen(s, n), mbtowc(&w, s, n),
		   (long)mbrlen(s, n, memset(&st, 0, sizeof st)));
}

static void strings(const char *s)
{
	wchar_t wide[16];
	char back[32];
	for (size_t n = 0; n < 8; n++) {
		mbstate_t st = {0};
		const char *p = s;
		wmemset(wide, L'#', 16);
		errno = 0;
		long r = (long)mbsrtowcs(wide, &p, n, &st);
		printf("%ld %ld %d %x %x;", r,
			   r < 0 ? -2
			   : p   ? (long)(p - s)
					 : -1,
			   errno, (unsigned)wide[0], (unsigned)wide[n ? n - 1 : 0]);
		p = s;
		memset(&st, 0, sizeof st);
		r = (long)mbsnrtowcs(wide, &p, n, 16, &st);
		printf(" %ld %ld;", r, p ? (long)(p - s) : -1);
	}
	long count = (long)mbstowcs(NULL, s, 0);
	printf(" %ld\n", count);
	if (count < 0 || mbstowcs(wide, s, 16) == (size_t)-1)
		return;
	for (size_t n = 0; n < 8; n++) {
		mbstate_t st = {0};
		const wchar_t *p = wide;
		memset(back, '#', sizeof back);
		long r = (long)wcsrtombs(back, &p, n, &st);
		printf("%ld %ld %.8s;", r, p ? (long)(p - wide) : -1, back);
		p = wide;
		r = (long)wcsnrtombs(back, &p, n, 6, &st);
		printf("%ld %ld;", r, p ? (long)(p - wide) : -1);
	}
	printf(" %ld %ld\n", (long)wcstombs(NULL, wide, 0), (long)wcstombs(back, wide, 32));
}

static void wides(void)
{
	static const unsigned values[] = {
		0,        1,         0x7f,      0x80,       0xff,       0x7ff,     0x800,    0xd7ff,
		0xd800,   0xdfff,    0xe000,    0xffff,     0x10000,    0x10ffff,  0x110000, 0x1fffff,
		0x200000, 0x3ffffff, 0x4000000, 0x7fffffff, 0x80000000, 0xffffffff};
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		char buf[MB_LEN_MAX];
		mbstate_t st = {0};
		errno = 0;
		long r = (long)wcrtomb(buf, (wchar_t)values[i], &st);
		printf("%x: %ld %d", values[i], r, errno);
		for (long k = 0; k < r; k++)
			printf(" %02x", (unsigned char)buf[k]);
		printf(" %d %d\n", wctob(values[i]), wctomb(buf, (wchar_t)values[i]));
	}
	for (int c = -1; c < 256; c++)
		printf("%x ", btowc(c));
	printf("\n");
}

static void utf16(void)
{
	const char *s = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
	mbstate_t st = {0}, back = {0};
	for (size_t left = strlen(s) + 1; left > 0;) {
		char16_t c;
		char out[MB_LEN_MAX];
		long r = (long)mbrtoc16(&c, s, left, &st);
		printf("%ld %x %ld; ", r, c, (long)c16rtomb(out, c, &back));
		if (r == 0 || r == -1)
			break;
		if (r > 0) {
			s += r;
			left -= (size_t)r;
		}
	}
	char32_t c32 = 0;
	memset(&st, 0, sizeof st);
	printf("%ld", (long)mbrtoc32(&c32, "\xe2\x82\xac", 3, &st));
	printf(" %x\n", c32);
}

int main(void)
{
	static const char *const locales[] = {"C", "C.UTF-8"};
	for (int i = 0; i < 2; i++) {
		puts(setlocale(LC_ALL, locales[i]));
		printf("%zu\n", MB_CUR_MAX);
		for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++) {
			one(inputs[k]);
			strings(inputs[k]);
		}
		wides();
	}
	utf16();
	return 0;
}
