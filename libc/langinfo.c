/* langinfo.c: nl_langinfo. Both locales have the same values, except for the name of the
 * codeset. */
#include <langinfo.h>
#include "core.h"

static const char *const day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
										"Thursday", "Friday", "Saturday"};
static const char *const day_short[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const month_names[] = {"January",   "February", "March",    "April",
										  "May",       "June",     "July",     "August",
										  "September", "October",  "November", "December"};
static const char *const month_short[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
										  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static const char *time_item(nl_item item)
{
	if (item >= ABDAY_1 && item <= ABDAY_7)
		return day_short[item - ABDAY_1];
	if (item >= DAY_1 && item <= DAY_7)
		return day_names[item - DAY_1];
	if (item >= ABMON_1 && item <= ABMON_12)
		return month_short[item - ABMON_1];
	if (item >= MON_1 && item <= MON_12)
		return month_names[item - MON_1];
	if (item >= ALTMON_1 && item <= ALTMON_12)
		return month_names[item - ALTMON_1];
	if (item >= _NL_ABALTMON_1 && item <= _NL_ABALTMON_12)
		return month_short[item - _NL_ABALTMON_1];
	switch (item) {
	case AM_STR: return "AM";
	case PM_STR: return "PM";
	case D_T_FMT: return "%a %b %e %H:%M:%S %Y";
	case D_FMT: return "%m/%d/%y";
	case T_FMT: return "%H:%M:%S";
	case T_FMT_AMPM: return "%I:%M:%S %p";
	case _DATE_FMT: return "%a %b %e %H:%M:%S %Z %Y";
	case _NL_TIME_WEEK_NDAYS: return "\7";
	case _NL_TIME_WEEK_1STWEEK: return "\4";
	case _NL_TIME_FIRST_WEEKDAY: return "\1";
	case _NL_TIME_FIRST_WORKDAY: return "\2";
	case _NL_TIME_CAL_DIRECTION: return "\1";
	}
	return "";
}

/* A number that the locale does not define is -1 here, CHAR_MAX in localeconv. */
static const char *money_item(nl_item item)
{
	static const char not_given[] = "\377";
	switch (item) {
	case CRNCYSTR: return "-";
	case INT_FRAC_DIGITS:
	case FRAC_DIGITS:
	case P_CS_PRECEDES:
	case P_SEP_BY_SPACE:
	case N_CS_PRECEDES:
	case N_SEP_BY_SPACE:
	case P_SIGN_POSN:
	case N_SIGN_POSN:
	case INT_P_CS_PRECEDES:
	case INT_P_SEP_BY_SPACE:
	case INT_N_CS_PRECEDES:
	case INT_N_SEP_BY_SPACE:
	case INT_P_SIGN_POSN:
	case INT_N_SIGN_POSN: return not_given;
	}
	return "";
}

static char *item_text(nl_item item, int utf8)
{
	switch (item) {
	case CODESET: return utf8 ? "UTF-8" : "ANSI_X3.4-1968";
	case RADIXCHAR: return ".";
	case THOUSEP: return "";
	case YESEXPR: return "^[yY]";
	case NOEXPR: return "^[nN]";
	}
	switch (_NL_ITEM_CATEGORY(item)) {
	case LC_TIME: return (char *)time_item(item);
	case LC_MONETARY: return (char *)money_item(item);
	}
	return "";
}

char *nl_langinfo(nl_item item)
{
	return item_text(item, __drift_utf8());
}

char *nl_langinfo_l(nl_item item, locale_t loc)
{
	return item_text(item, __drift_locale_utf8(loc));
}
ALIAS(nl_langinfo_l, __nl_langinfo_l);
