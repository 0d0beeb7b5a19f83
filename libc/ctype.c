/* ctype.c: character classes as range tests joined without branches, so that the class of a
 * symbolic character is one constraint. C and C.UTF-8 agree on single bytes: those from 128 on have
 * no class. */
#include <ctype.h>
#include "core.h"

#undef tolower_l
#undef toupper_l
#undef __tolower_l
#undef __toupper_l

/* 1 if c is one of the n characters from first on, else 0. */
static unsigned in(int c, unsigned first, unsigned n)
{
	return (unsigned)c - first < n;
}

int isdigit(int c)
{
	return in(c, '0', 10) ? _ISdigit : 0;
}

int isupper(int c)
{
	return in(c, 'A', 26) ? _ISupper : 0;
}

int islower(int c)
{
	return in(c, 'a', 26) ? _ISlower : 0;
}

int isalpha(int c)
{
	return in(c | 32, 'a', 26) ? _ISalpha : 0;
}

int isalnum(int c)
{
	return in(c | 32, 'a', 26) | in(c, '0', 10) ? _ISalnum : 0;
}

int isxdigit(int c)
{
	return in(c, '0', 10) | in(c | 32, 'a', 6) ? _ISxdigit : 0;
}

int isspace(int c)
{
	return in(c, ' ', 1) | in(c, '\t', 5) ? _ISspace : 0;
}

int isblank(int c)
{
	return in(c, ' ', 1) | in(c, '\t', 1) ? _ISblank : 0;
}

int isprint(int c)
{
	return in(c, 32, 95) ? _ISprint : 0;
}

int isgraph(int c)
{
	return in(c, 33, 94) ? _ISgraph : 0;
}

int ispunct(int c)
{
	return in(c, 33, 94) & ~(in(c | 32, 'a', 26) | in(c, '0', 10)) ? _ISpunct : 0;
}

int iscntrl(int c)
{
	return in(c, 0, 32) | in(c, 127, 1) ? _IScntrl : 0;
}

int isascii(int c)
{
	return (c & ~127) == 0;
}

int toascii(int c)
{
	return c & 127;
}

/* The two cases of a letter differ in the bit with value 32. */
int tolower(int c)
{
	return c + (int)(in(c, 'A', 26) << 5);
}

int toupper(int c)
{
	return c - (int)(in(c, 'a', 26) << 5);
}

int(_tolower)(int c)
{
	return tolower(c);
}

int(_toupper)(int c)
{
	return toupper(c);
}

/* Tests any class, given as its mask. */
int isctype(int c, int mask)
{
	return (isalnum(c) | isalpha(c) | isblank(c) | iscntrl(c) | isdigit(c) | isgraph(c) |
			islower(c) | isprint(c) | ispunct(c) | isspace(c) | isupper(c) | isxdigit(c)) &
		   mask;
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
