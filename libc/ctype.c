/* ctype.c: character classes, one range test each. C and C.UTF-8 agree on single bytes: those from
 * 128 on have no class.
 */
#include <ctype.h>
#include "core.h"

#undef tolower_l
#undef toupper_l
#undef __tolower_l
#undef __toupper_l

int isdigit(int c)
{
	return (unsigned)c - '0' < 10 ? _ISdigit : 0;
}

int isupper(int c)
{
	return (unsigned)c - 'A' < 26 ? _ISupper : 0;
}

int islower(int c)
{
	return (unsigned)c - 'a' < 26 ? _ISlower : 0;
}

int isalpha(int c)
{
	return (unsigned)(c | 32) - 'a' < 26 ? _ISalpha : 0;
}

int isalnum(int c)
{
	return isalpha(c) || isdigit(c) ? _ISalnum : 0;
}

int isxdigit(int c)
{
	return isdigit(c) || (unsigned)(c | 32) - 'a' < 6 ? _ISxdigit : 0;
}

int isspace(int c)
{
	return c == ' ' || (unsigned)c - '\t' < 5 ? _ISspace : 0;
}

int isblank(int c)
{
	return c == ' ' || c == '\t' ? _ISblank : 0;
}

int isprint(int c)
{
	return (unsigned)c - 32 < 95 ? _ISprint : 0;
}

int isgraph(int c)
{
	return (unsigned)c - 33 < 94 ? _ISgraph : 0;
}

int ispunct(int c)
{
	return isgraph(c) && !isalnum(c) ? _ISpunct : 0;
}

int iscntrl(int c)
{
	return (unsigned)c < 32 || c == 127 ? _IScntrl : 0;
}

int isascii(int c)
{
	return (c & ~127) == 0;
}

int toascii(int c)
{
	return c & 127;
}

int tolower(int c)
{
	return (unsigned)c - 'A' < 26 ? c + 32 : c;
}

int toupper(int c)
{
	return (unsigned)c - 'a' < 26 ? c - 32 : c;
}

int(_tolower)(int c)
{
	return tolower(c);
}

int(_toupper)(int c)
{
	return toupper(c);
}

/* ---- with a locale, which changes nothing ---- */

#define WITH_LOCALE(name)             \
	int name##_l(int c, locale_t loc) \
	{                                 \
		(void)loc;                    \
		return name(c);               \
	}                                 \
	ALIAS(name##_l, __##name##_l)

WITH_LOCALE(isalnum);
WITH_LOCALE(isalpha);
WITH_LOCALE(isblank);
WITH_LOCALE(iscntrl);
WITH_LOCALE(isdigit);
WITH_LOCALE(isgraph);
WITH_LOCALE(islower);
WITH_LOCALE(isprint);
WITH_LOCALE(ispunct);
WITH_LOCALE(isspace);
WITH_LOCALE(isupper);
WITH_LOCALE(isxdigit);
WITH_LOCALE(tolower);
WITH_LOCALE(toupper);
