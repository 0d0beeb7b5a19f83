/* gen_wctype.c: writes libc/wctype_data.h: the host's C.UTF-8 character classes as runs.
 *
 * Usage: gen_wctype > libc/wctype_data.h. To be rerun when the Unicode data of the reference
 * glibc changes; tests/programs/libc/wctype_all.c notices that.
 */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

#define LAST_CHAR 0x10ffff

static long upper_delta(wint_t c)
{
	return (long)towupper(c) - (long)c;
}

static long lower_delta(wint_t c)
{
	return (long)towlower(c) - (long)c;
}

static long title_delta(wint_t c)
{
	static wctrans_t title;
	if (!title)
		title = wctrans("totitle");
	return towctrans(c, title) == towupper(c) ? 0 : (long)towctrans(c, title) - (long)c;
}

/* A character that maps to itself under totitle and not under toupper needs an entry too. */
static long title_differs(wint_t c)
{
	return towctrans(c, wctrans("totitle")) == c && towupper(c) != c;
}

static long width_0(wint_t c)
{
	return c && wcwidth((wchar_t)c) == 0;
}

static long width_2(wint_t c)
{
	return wcwidth((wchar_t)c) == 2;
}

static long alpha(wint_t c)
{
	return !!iswalpha(c);
}

static long upper(wint_t c)
{
	return !!iswupper(c);
}

static long lower(wint_t c)
{
	return !!iswlower(c);
}

static long print(wint_t c)
{
	return !!iswprint(c);
}

static int column;

static void emit(long first, long last, long step, long value, int with_value)
{
	char text[64];
	int n = with_value
				? snprintf(text, sizeof text, "{0x%lx, 0x%lx, %ld, %ld},", first, last,
						   step ? step : 1, value)
				: snprintf(text, sizeof text, "{0x%lx, 0x%lx, %ld},", first, last, step ? step : 1);
	if (column + n > 94) {
		printf("\n");
		column = 0;
	}
	column += printf("%s%s", column ? " " : "\t", text);
}

/* Runs of characters with the same value that is not 0, each 1 or 2 after the one before. */
static void table(const char *type, const char *name, long (*of)(wint_t), int with_value)
{
	long first = -1, last = 0, step = 0, value = 0;
	printf("\nstatic const struct %s %s[] = {\n", type, name);
	column = 0;
	for (long c = 128; c <= LAST_CHAR; c++) {
		long v = of((wint_t)c);
		if (!v)
			continue;
		long gap = c - last;
		if (first >= 0 && v == value && (step ? gap == step : gap <= 2)) {
			step = gap;
		} else {
			if (first >= 0)
				emit(first, last, step, value, with_value);
			first = c;
			step = 0;
			value = v;
		}
		last = c;
	}
	if (first >= 0)
		emit(first, last, step, value, with_value);
	printf("\n};\n");
}

int main(void)
{
	if (!setlocale(LC_ALL, "C.UTF-8"))
		return 1;
	printf("/* wctype_data.h: character classes beyond ASCII, made by "
		   "tests/libc/native/gen_wctype.c.\n"
		   " * Runs {first, last, step} in order; maps have what to add as well.\n"
		   " */\n/* clang-format off */\n");
	table("run", "alpha_runs", alpha, 0);
	table("run", "upper_runs", upper, 0);
	table("run", "lower_runs", lower, 0);
	table("run", "print_runs", print, 0);
	table("run", "width_0_runs", width_0, 0);
	table("run", "width_2_runs", width_2, 0);
	table("map", "to_upper", upper_delta, 1);
	table("map", "to_lower", lower_delta, 1);
	table("map", "to_title", title_delta, 1);
	table("run", "title_itself", title_differs, 0);
	return 0;
}
