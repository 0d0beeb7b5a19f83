/* scanf_stream.c: scanf on streams: what is left behind, positions, end of file, wide streams. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static FILE *with(const char *text)
{
	FILE *fp = fopen("data", "w+");
	fputs(text, fp);
	rewind(fp);
	return fp;
}

static void rest(FILE *fp)
{
	int eof = feof(fp) != 0, err = ferror(fp) != 0;
	long at = ftell(fp);
	printf(" [%ld %d %d] ", at, eof, err);
	for (int c; (c = getc(fp)) != EOF;)
		putchar(c == '\n' ? '$' : c);
	putchar('\n');
	fclose(fp);
}

static void numbers(const char *text, const char *fmt)
{
	int a = -1, b = -1;
	char s[40] = "-";
	FILE *fp = with(text);
	int n = fscanf(fp, fmt, &a, &b, s);
	printf("%s: %d %d %d %s", fmt, n, a, b, s);
	rest(fp);
}

static void reals(const char *text)
{
	double d = -1;
	FILE *fp = with(text);
	int n = fscanf(fp, "%lf", &d);
	printf("%d %g", n, d);
	rest(fp);
}

static void wide(void)
{
	FILE *fp = fopen("data", "r");
	wchar_t w[20] = L"";
	char s[20] = "";
	int a = 0;
	double d = 0;
	int n = fwscanf(fp, L"%ls %d %lf %s", w, &a, &d, s);
	printf("%d %ls %d %g %s", n, w, a, d, s);
	printf(" %lc\n", fgetwc(fp));
	fclose(fp);
	n = swscanf(L"12 \u20acx \u00fcz", L"%d %l[\u20a0-\u20b0]%ls %s", &a, w, w + 5, s);
	printf("%d %d %ls %ls %s\n", n, a, w, w + 5, s);
	n = swscanf(L"0x1f,2.5", L"%i,%lf%n", &a, &d, &n);
	printf("%d %d %g\n", n, a, d);
	n = swscanf(L"", L"%d", &a);
	printf("%d\n", n);
}

int main(void)
{
	numbers("1 2 three\nfour", "%d %d %39s");
	numbers("1 x three\nfour", "%d %d %39s");
	numbers("", "%d");
	numbers("   ", "%d");
	numbers("12", "%d%d");
	numbers("-", "%d");
	numbers("-x", "%d");
	numbers("0xz", "%i");
	numbers("5,6;7", "%d,%d.");
	numbers("5 \n 6   rest", "%d %d ");
	numbers("99%100", "%d%%%d");
	reals("1.5e+x");
	reals("1e");
	reals("infix");
	reals("infinite");
	reals("nano");
	reals("0x");
	reals("-.");
	reals(".5.5");
	FILE *fp = with("a b c d e f g");
	char c;
	int count = 0;
	while (fscanf(fp, " %c", &c) == 1)
		count += c;
	printf("%d", count);
	rest(fp);
	int v, sum = 0, n;
	while ((n = scanf("%d", &v)) == 1)
		sum += v;
	char word[16];
	printf("%d %d ", sum, n);
	printf("%d ", scanf("%15s", word));
	printf("%s\n", word);
	setlocale(LC_ALL, "C.UTF-8");
	fp = with("gr\xc3\xbc\xc3\x9f 42 2.5 \xe2\x82\xac!x");
	fclose(fp);
	wide();
	remove("data");
	return 0;
}
