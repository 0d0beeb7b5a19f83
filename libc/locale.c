/* locale.c: the locales C and C.UTF-8, the only two that a minimal system has, category by
 * category.
 *
 * A locale object is glibc's struct __locale_struct. Only its __names matter to us: "C", or a
 * spelling of C.UTF-8. Each object has the tables for the ctype macros.
 */
#include <dirent.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

extern const unsigned short *__ctype_b;
extern const int32_t *__ctype_tolower, *__ctype_toupper;

#define CATEGORIES 13
#define ALL_MASK ((1 << CATEGORIES) - 1)

/* In order of category; LC_ALL's place is empty. */
static const char *const category_names[CATEGORIES] = {
	"LC_CTYPE",         "LC_NUMERIC",  "LC_TIME",      "LC_COLLATE",
	"LC_MONETARY",      "LC_MESSAGES", NULL,           "LC_PAPER",
	"LC_NAME",          "LC_ADDRESS",  "LC_TELEPHONE", "LC_MEASUREMENT",
	"LC_IDENTIFICATION"};

static struct __locale_struct locale_global = {
	.__names = {"C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C"}};
static locale_t locale_current = &locale_global;

static int is_utf8(const char *name)
{
	return name[1] != 0;
}

int __drift_utf8(void)
{
	return is_utf8(locale_current->__names[LC_CTYPE]);
}

int __drift_locale_utf8(locale_t loc)
{
	return is_utf8((loc == LC_GLOBAL_LOCALE ? &locale_global : loc)->__names[LC_CTYPE]);
}

/* True if name is C.UTF-8 in any spelling of the codeset, with any @modifier. glibc finds the locale by the letters
 * and digits of the codeset, and then compares the codeset with UTF-8 and UTF8, for which - _ . , and : count, too. */
static int names_utf8(const char *name)
{
	static const char dashed[] = "utf-8", plain[] = "utf8";
	size_t found = 0;
	const char *wanted = dashed, *s = name + 1;
	if (name[0] == 'C' && *s == '_') /* any territory */
		s += strcspn(s, ".@;/");
	if (name[0] != 'C' || *s != '.')
		return 0;
	for (s++; *s && *s != '@'; s++) {
		char c = *s >= 'A' && *s <= 'Z' ? (char)(*s + 32) : *s;
		if (c == '/' || c == ';')
			return 0;
		if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && !strchr("-_.,:", c))
			continue;
		if (found == 3 && c == '8')
			wanted = plain;
		if (!wanted[found] || c != wanted[found++])
			return 0;
	}
	return found && !wanted[found];
}

/* Ends the run if the system has more locales than these two: then we do not know whether a locale
 * exists. */
static void end_if_more(void)
{
	DIR *dir = opendir("/usr/lib/locale");
	for (struct dirent *e; dir && (e = readdir(dir));)
		if (e->d_name[0] != '.' && !names_utf8(e->d_name))
			__drift_unsupported("setlocale with other locales than C and C.UTF-8");
	if (dir)
		closedir(dir);
}

/* The name that a category gets for the request `name`: from the environment for "", NULL if there
 * is no such locale. */
static const char *resolve(int category, const char *name)
{
	if (!*name) {
		name = getenv("LC_ALL");
		if (!name || !*name)
			name = getenv(category_names[category]);
		if (!name || !*name)
			name = getenv("LANG");
		if (!name || !*name)
			name = "C";
	}
	if (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
		return "C";
	if (names_utf8(name))
		return name;
	end_if_more();
	errno = ENOENT;
	return NULL;
}

/* Finds category's part of "LC_CTYPE=...;LC_NUMERIC=..." and copies it to buf. */
static const char *part_of(const char *list, int category, char *buf, size_t size)
{
	const char *name = category_names[category];
	size_t n = strlen(name);
	while (*list) {
		size_t len = strcspn(list, ";");
		if (strncmp(list, name, n) == 0 && list[n] == '=' && len - n - 1 < size) {
			memcpy(buf, list + n + 1, len - n - 1);
			buf[len - n - 1] = 0;
			return buf;
		}
		list += len;
		list += *list == ';';
	}
	errno = EINVAL;
	return NULL;
}

/* A copy of name that stays. The caller's string may go away; spellings are few. */
static const char *keep(const char *name)
{
	static const char *kept[16];
	size_t i = 0;
	if (!is_utf8(name))
		return "C";
	for (; i < LENGTH(kept) && kept[i]; i++)
		if (strcmp(kept[i], name) == 0)
			return kept[i];
	if (i == LENGTH(kept))
		return "C.UTF-8";
	size_t size = strlen(name) + 1;
	char *copy = malloc(size);
	return copy ? kept[i] = memcpy(copy, name, size) : NULL;
}

/* Fills the names of loc that mask selects; changes nothing if one of them does not exist. */
static int set_names(locale_t loc, int mask, const char *wanted)
{
	const char *names[CATEGORIES];
	int composite = strchr(wanted, ';') != NULL;
	for (int c = 0; c < CATEGORIES; c++) {
		char buf[64];
		const char *one = wanted;
		if (c == LC_ALL || !(mask >> c & 1))
			continue;
		if (composite)
			one = part_of(wanted, c, buf, sizeof buf);
		if (one)
			one = resolve(c, one);
		names[c] = one ? keep(one) : NULL;
		if (!names[c])
			return -1;
	}
	for (int c = 0; c < CATEGORIES; c++)
		if (c != LC_ALL && mask >> c & 1)
			loc->__names[c] = names[c];
	loc->__ctype_b = __ctype_b;
	loc->__ctype_tolower = __ctype_tolower;
	loc->__ctype_toupper = __ctype_toupper;
	return 0;
}

/* One name if all categories agree, otherwise the list that setlocale reads back. */
static char *all_names(void)
{
	static char list[CATEGORIES * 64];
	const char *first = locale_global.__names[0];
	size_t at = 0;
	int same = 1;
	for (int c = 0; c < CATEGORIES; c++)
		if (c != LC_ALL && strcmp(locale_global.__names[c], first) != 0)
			same = 0;
	if (same)
		return (char *)first;
	for (int c = 0; c < CATEGORIES; c++) {
		if (c == LC_ALL)
			continue;
		const char *parts[] = {at ? ";" : "", category_names[c], "=", locale_global.__names[c]};
		for (size_t i = 0; i < LENGTH(parts); i++) {
			size_t n = strlen(parts[i]);
			if (at + n >= sizeof list)
				return NULL;
			memcpy(list + at, parts[i], n + 1);
			at += n;
		}
	}
	return list;
}

char *setlocale(int category, const char *name)
{
	if (category < 0 || category >= CATEGORIES) {
		errno = EINVAL;
		return NULL;
	}
	int mask = category == LC_ALL ? ALL_MASK : 1 << category;
	if (name && set_names(&locale_global, mask, name) < 0)
		return NULL;
	return category == LC_ALL ? all_names() : (char *)locale_global.__names[category];
}

/* ---- locale objects ---- */

locale_t newlocale(int mask, const char *name, locale_t base)
{
	if (mask & ~(ALL_MASK) || !name) {
		errno = EINVAL;
		return NULL;
	}
	if (mask == LC_ALL_MASK)
		mask = ALL_MASK;
	locale_t loc = base;
	if (!loc) {
		loc = calloc(1, sizeof *loc);
		if (!loc)
			return NULL;
		for (int c = 0; c < CATEGORIES; c++)
			loc->__names[c] = "C";
	}
	if (set_names(loc, mask, name) < 0) {
		if (!base)
			free(loc);
		return NULL;
	}
	return loc;
}
ALIAS(newlocale, __newlocale);

locale_t duplocale(locale_t loc)
{
	locale_t copy = malloc(sizeof *copy);
	if (copy)
		*copy = loc == LC_GLOBAL_LOCALE ? locale_global : *loc;
	if (copy && loc == LC_GLOBAL_LOCALE)
		set_names(copy, 0, "");
	return copy;
}
ALIAS(duplocale, __duplocale);

void freelocale(locale_t loc)
{
	if (loc != LC_GLOBAL_LOCALE)
		free(loc);
}
ALIAS(freelocale, __freelocale);

locale_t uselocale(locale_t loc)
{
	locale_t before = locale_current == &locale_global ? LC_GLOBAL_LOCALE : locale_current;
	if (loc)
		locale_current = loc == LC_GLOBAL_LOCALE ? &locale_global : loc;
	return before;
}
ALIAS(uselocale, __uselocale);

struct lconv *localeconv(void)
{
	static struct lconv conv;
	char *empty = "";
	memset(&conv, CHAR_MAX, sizeof conv);
	conv.decimal_point = ".";
	conv.thousands_sep = conv.grouping = empty;
	conv.int_curr_symbol = conv.currency_symbol = empty;
	conv.mon_decimal_point = conv.mon_thousands_sep = conv.mon_grouping = empty;
	conv.positive_sign = conv.negative_sign = empty;
	return &conv;
}
