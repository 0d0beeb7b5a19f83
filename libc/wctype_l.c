/* wctype_l.c: the functions of wctype.h with a locale argument: they switch to that locale. */
#include <wchar.h>
#include <wctype.h>
#include "core.h"

#define WITH_LOCALE(type, name)           \
	type name##_l(wint_t c, locale_t loc) \
	{                                     \
		locale_t before = uselocale(loc); \
		type result = name(c);            \
		uselocale(before);                \
		return result;                    \
	}                                     \
	ALIAS(name##_l, __##name##_l)

WITH_LOCALE(int, iswalnum);
WITH_LOCALE(int, iswalpha);
WITH_LOCALE(int, iswblank);
WITH_LOCALE(int, iswcntrl);
WITH_LOCALE(int, iswdigit);
WITH_LOCALE(int, iswgraph);
WITH_LOCALE(int, iswlower);
WITH_LOCALE(int, iswprint);
WITH_LOCALE(int, iswpunct);
WITH_LOCALE(int, iswspace);
WITH_LOCALE(int, iswupper);
WITH_LOCALE(int, iswxdigit);
WITH_LOCALE(wint_t, towlower);
WITH_LOCALE(wint_t, towupper);

int iswctype_l(wint_t c, wctype_t type, locale_t loc)
{
	locale_t before = uselocale(loc);
	int result = iswctype(c, type);
	uselocale(before);
	return result;
}
ALIAS(iswctype_l, __iswctype_l);

wint_t towctrans_l(wint_t c, wctrans_t map, locale_t loc)
{
	locale_t before = uselocale(loc);
	wint_t result = towctrans(c, map);
	uselocale(before);
	return result;
}
ALIAS(towctrans_l, __towctrans_l);

wctype_t wctype_l(const char *name, locale_t loc)
{
	(void)loc;
	return wctype(name);
}
ALIAS(wctype_l, __wctype_l);

wctrans_t wctrans_l(const char *name, locale_t loc)
{
	locale_t before = uselocale(loc);
	wctrans_t result = wctrans(name);
	uselocale(before);
	return result;
}
ALIAS(wctrans_l, __wctrans_l);
