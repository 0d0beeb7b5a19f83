/* stdio_wide.c: wide characters on streams in UTF-8: reading, writing, pushing back, errors. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void put_file(const char *bytes, size_t n)
{
	FILE *fp = fopen("data", "w");
	fwrite(bytes, 1, n, fp);
	fclose(fp);
}

static void read_all(void)
{
	FILE *fp = fopen("data", "r");
	wint_t c;
	errno = 0;
	while ((c = fgetwc(fp)) != WEOF)
		printf("%x ", (unsigned)c);
	printf("| %d %d %d %d\n", errno, feof(fp) != 0, ferror(fp) != 0, fwide(fp, 0) > 0);
	fclose(fp);
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	put_file("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\n", 11);
	read_all();
	put_file("ok\xff more", 8);
	read_all();
	put_file("cut\xe2\x82", 5);
	read_all();
	FILE *fp = fopen("out", "w");
	printf("%d ", fwide(fp, 0));
	printf("%d ", fwide(fp, 1) > 0);
	printf("%d ", fputwc(0x20ac, fp) == 0x20ac);
	printf("%d ", fputws(L"\u00fcber\n", fp) >= 0);
	printf("%d ", fputs("narrow", fp));
	errno = 0;
	printf("%d %d ", fputwc((wchar_t)0x7fffffff, fp) == WEOF, errno);
	fwprintf(fp, L"%d %ls %s\n", 12, L"\u20ac", "\xc3\xa9");
	printf("%d\n", fclose(fp));
	fp = fopen("out", "r");
	wchar_t line[40];
	while (fgetws(line, 40, fp))
		printf("%zu %ls", wcslen(line), line);
	printf("%d\n", feof(fp) != 0);
	rewind(fp);
	wint_t c = fgetwc(fp);
	printf("%x %x ", (unsigned)c, (unsigned)ungetwc(c, fp));
	printf("%x %x ", (unsigned)ungetwc(0x1f600, fp), (unsigned)fgetwc(fp));
	printf("%x ", (unsigned)fgetwc(fp));
	printf("%x\n", (unsigned)fgetwc(fp));
	printf("%d %d\n", fgetws(line, 1, fp) == line, (int)wcslen(line));
	fclose(fp);
	fp = fopen("out", "r");
	getc(fp);
	printf("%d %d\n", fwide(fp, 1) < 0, fgetwc(fp) == WEOF);
	fclose(fp);
	remove("data");
	remove("out");
	return 0;
}
