/* locale_names.c: which locales there are, what they are called, and what they say. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static void try(int category, const char *name)
{
	char *r = setlocale(category, name);
	printf("setlocale(%d, %s) = %s; now %s %s\n", category, name ? name : "NULL", r ? r : "NULL",
		   setlocale(LC_ALL, NULL), nl_langinfo(CODESET));
}

static void items(void)
{
	static const nl_item list[] = {CODESET,
								   RADIXCHAR,
								   THOUSEP,
								   YESEXPR,
								   NOEXPR,
								   YESSTR,
								   NOSTR,
								   CRNCYSTR,
								   D_T_FMT,
								   D_FMT,
								   T_FMT,
								   T_FMT_AMPM,
								   AM_STR,
								   PM_STR,
								   ERA,
								   ERA_D_FMT,
								   ALT_DIGITS,
								   ERA_D_T_FMT,
								   ERA_T_FMT,
								   _DATE_FMT,
								   INT_CURR_SYMBOL,
								   CURRENCY_SYMBOL,
								   MON_DECIMAL_POINT,
								   POSITIVE_SIGN,
								   MON_GROUPING,
								   GROUPING,

								   ERA};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		printf("%x:", list[i]);
		for (const char *s = nl_langinfo(list[i]); *s; s++)
			printf(*s >= ' ' && *s < 127 ? "%c" : "\\%o", (unsigned char)*s);
		printf("\n");
	}
	printf("%d %d %d %d\n", *nl_langinfo(INT_FRAC_DIGITS), *nl_langinfo(FRAC_DIGITS),
		   *nl_langinfo(P_CS_PRECEDES), *nl_langinfo(N_SIGN_POSN));
	for (int i = 0; i < 7; i++)
		printf("%s %s ", nl_langinfo(DAY_1 + i), nl_langinfo(ABDAY_1 + i));
	for (int i = 0; i < 12; i++)
		printf("%s %s %s ", nl_langinfo(MON_1 + i), nl_langinfo(ABMON_1 + i),
			   nl_langinfo(ALTMON_1 + i));
	struct lconv *l = localeconv();
	printf("\n[%s][%s][%s][%s][%s][%s] %d %d %d\n", l->decimal_point, l->thousands_sep, l->grouping,
		   l->int_curr_symbol, l->mon_decimal_point, l->negative_sign, l->int_frac_digits,
		   l->p_cs_precedes, l->int_n_sign_posn);
}

int main(void)
{
	static const char *const names[] = {
		"C",      "POSIX",        "C.UTF-8",     "C.utf8", "C.utf-8", "C.UTF8",
		"c.utf8", "C.ISO-8859-1", "en_US.UTF-8", "xx",     "C.",      "UTF-8",
		"",       "C.UTF-8@x"};
	try(LC_ALL, NULL);
	items();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		try(LC_ALL, names[i]);
	items();
	try(LC_ALL, "C");
	try(LC_CTYPE, "C.UTF-8");
	char list[512];
	snprintf(list, sizeof list, "%s", setlocale(LC_ALL, NULL));
	try(LC_ALL, "C");
	try(LC_ALL, list);
	try(LC_TIME, "C.utf8");
	try(LC_ALL, "LC_CTYPE=C;LC_TIME=C.UTF-8");
	try(99, "C");
	try(-1, "C");
	setenv("LANG", "C.UTF-8", 1);
	try(LC_ALL, "");
	setenv("LC_NUMERIC", "POSIX", 1);
	try(LC_ALL, "");
	setenv("LC_TIME", "nowhere", 1);
	try(LC_ALL, "");
	try(LC_CTYPE, "");
	setenv("LC_ALL", "C", 1);
	try(LC_ALL, "");
	static const char *const spelled[] = {"C.UTF.8", "C.UTF,8", "C.UTF+8", "C.UT F8", "C.U-TF8",
										  "C.UTF_8", "C.UTF:8", "C.UTF8-", "C.-UTF8", "C.utf8 ",
										  "C_US",    "C_.utf8", "C.",      "C+.UTF8", "C_US.UTF-8"};
	for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
		setlocale(LC_ALL, "C");
		try(LC_ALL, spelled[i]);
	}
	errno = 0;
	locale_t none = newlocale(LC_ALL_MASK, "nowhere", (locale_t)0);
	printf("%d %d\n", none == 0, errno);
	locale_t loc = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0), copy = duplocale(loc);
	printf("%s %s\n", nl_langinfo_l(CODESET, loc), nl_langinfo(CODESET));
	printf("%d\n", uselocale(loc) == LC_GLOBAL_LOCALE);
	printf("%s %zu %d\n", nl_langinfo(CODESET), MB_CUR_MAX, uselocale((locale_t)0) == loc);
	uselocale(copy);
	freelocale(loc);
	printf("%s\n", nl_langinfo(CODESET));
	uselocale(LC_GLOBAL_LOCALE);
	printf("%s\n", nl_langinfo(CODESET));
	freelocale(copy);
	return 0;
}
