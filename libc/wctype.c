/* wctype.c: classes, case and width of wide characters. ASCII is tested by ranges, as in ctype.c.
 * Beyond it the locale decides: C has no further characters, C.UTF-8 has Unicode's, in tables of
 * runs. */
#include <ctype.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include "core.h"

/* The characters first, first + step, ... last. */
struct run {
	uint32_t first, last;
	uint8_t step; /* 1 or 2 */
};

/* The same, with the difference to the mapped character. */
struct map {
	uint32_t first, last;
	uint8_t step;
	int32_t delta;
};

#include "wctype_data.h"

static int in_runs(const struct run *runs, size_t n, wint_t c)
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (c < runs[mid].first)
			high = mid;
		else if (c > runs[mid].last)
			low = mid + 1;
		else
			return (c - runs[mid].first) % runs[mid].step == 0;
	}
	return 0;
}

static wint_t apply(const struct map *maps, size_t n, wint_t c)
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (c < maps[mid].first)
			high = mid;
		else if (c > maps[mid].last)
			low = mid + 1;
		else
			return (c - maps[mid].first) % maps[mid].step ? c : c + (wint_t)maps[mid].delta;
	}
	return c;
}

#define IN_RUNS(runs, c) in_runs(runs, LENGTH(runs), c)
#define APPLY(maps, c) apply(maps, LENGTH(maps), c)

/* Every function tests ASCII first, then whether the locale has more characters. */
static int more(wint_t c)
{
	return c >= 128 && c <= 0x10ffff && __drift_utf8();
}

int iswdigit(wint_t c)
{
	return c - '0' < 10;
}

int iswxdigit(wint_t c)
{
	return c - '0' < 10 || (c | 32) - 'a' < 6;
}

int iswupper(wint_t c)
{
	return c < 128 ? c - 'A' < 26 : more(c) && IN_RUNS(upper_runs, c);
}

int iswlower(wint_t c)
{
	return c < 128 ? c - 'a' < 26 : more(c) && IN_RUNS(lower_runs, c);
}

int iswalpha(wint_t c)
{
	return c < 128 ? (c | 32) - 'a' < 26 : more(c) && IN_RUNS(alpha_runs, c);
}

int iswalnum(wint_t c)
{
	return iswdigit(c) || iswalpha(c);
}

int iswprint(wint_t c)
{
	return c < 128 ? c - 32 < 95 : more(c) && IN_RUNS(print_runs, c);
}

int iswblank(wint_t c)
{
	if (c < 128)
		return c == ' ' || c == '\t';
	return more(c) && (c == 0x1680 || (c >= 0x2000 && c <= 0x2006) || c - 0x2008 < 3 ||
					   c == 0x205f || c == 0x3000);
}

int iswspace(wint_t c)
{
	if (c < 128)
		return c == ' ' || c - '\t' < 5;
	return iswblank(c) || (more(c) && (c == 0x2028 || c == 0x2029));
}

int iswcntrl(wint_t c)
{
	if (c < 128)
		return c < 32 || c == 127;
	return more(c) && (c < 0xa0 || c == 0x2028 || c == 0x2029);
}

int iswgraph(wint_t c)
{
	return iswprint(c) && !iswspace(c);
}

int iswpunct(wint_t c)
{
	return iswgraph(c) && !iswalnum(c);
}

wint_t towupper(wint_t c)
{
	if (c < 128)
		return c - 'a' < 26 ? c - 32 : c;
	return more(c) ? APPLY(to_upper, c) : c;
}

wint_t towlower(wint_t c)
{
	if (c < 128)
		return c - 'A' < 26 ? c + 32 : c;
	return more(c) ? APPLY(to_lower, c) : c;
}

static wint_t to_title_case(wint_t c)
{
	if (!more(c))
		return towupper(c);
	if (IN_RUNS(title_itself, c))
		return c;
	wint_t title = APPLY(to_title, c);
	return title != c ? title : towupper(c);
}

int wcwidth(wchar_t wide)
{
	wint_t c = (wint_t)wide;
	if (c == 0)
		return 0;
	if (!iswprint(c))
		return -1;
	if (c < 128)
		return 1;
	return IN_RUNS(width_0_runs, c) ? 0 : IN_RUNS(width_2_runs, c) ? 2 : 1;
}

int wcswidth(const wchar_t *s, size_t n)
{
	int total = 0;
	for (size_t i = 0; i < n && s[i]; i++) {
		int width = wcwidth(s[i]);
		if (width < 0)
			return -1;
		total += width;
	}
	return total;
}

/* ---- classes and maps by name; a handle is the place in the table, from 1 ---- */

static const struct class
{
	const char *name;
	int (*test)(wint_t);
} class_table[] = {
	{"alnum", iswalnum}, {"alpha", iswalpha}, {"blank", iswblank}, {"cntrl", iswcntrl},
	{"digit", iswdigit}, {"graph", iswgraph}, {"lower", iswlower}, {"print", iswprint},
	{"punct", iswpunct}, {"space", iswspace}, {"upper", iswupper}, {"xdigit", iswxdigit},
};

wctype_t wctype(const char *name)
{
	for (size_t i = 0; i < LENGTH(class_table); i++)
		if (strcmp(class_table[i].name, name) == 0)
			return i + 1;
	return 0;
}

int iswctype(wint_t c, wctype_t type)
{
	return type > 0 && type <= LENGTH(class_table) && class_table[type - 1].test(c);
}

static wint_t (*const map_table[])(wint_t) = {towupper, towlower, to_title_case};

wctrans_t wctrans(const char *name)
{
	if (strcmp(name, "toupper") == 0)
		return (wctrans_t)&map_table[0];
	if (strcmp(name, "tolower") == 0)
		return (wctrans_t)&map_table[1];
	if (strcmp(name, "totitle") == 0 && __drift_utf8())
		return (wctrans_t)&map_table[2];
	errno = EINVAL;
	return NULL;
}

wint_t towctrans(wint_t c, wctrans_t map)
{
	return map ? (*(wint_t(*const *)(wint_t))map)(c) : c;
}
