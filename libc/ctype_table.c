/* ctype_table.c: the tables behind glibc's ctype macros, for objects that were compiled with them.
 * The library itself never reads them. Index -128..255, as the macros expect.
 */
#include <ctype.h>
#include "core.h"

#define IN(c, a, b) ((c) >= (a) && (c) <= (b))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define XDIGIT(c) (DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F'))

#define CLASS(c)                                                                             \
	((UPPER(c) ? _ISupper : 0) | (LOWER(c) ? _ISlower : 0) |                                 \
	 (UPPER(c) || LOWER(c) ? _ISalpha : 0) | (DIGIT(c) ? _ISdigit : 0) |                     \
	 (XDIGIT(c) ? _ISxdigit : 0) | ((c) == ' ' || IN(c, 9, 13) ? _ISspace : 0) |             \
	 (IN(c, 32, 126) ? _ISprint : 0) | (IN(c, 33, 126) ? _ISgraph : 0) |                     \
	 ((c) == ' ' || (c) == 9 ? _ISblank : 0) | (IN(c, 0, 31) || (c) == 127 ? _IScntrl : 0) | \
	 (IN(c, 33, 126) && !ALNUM(c) ? _ISpunct : 0) | (ALNUM(c) ? _ISalnum : 0))
/* Bytes as signed characters map to themselves, except that 255 shares its place with EOF. */
#define SELF(c) ((c) < -1 ? (c) + 256 : (c))
#define TOLOWER(c) (UPPER(c) ? (c) + 32 : SELF(c))
#define TOUPPER(c) (LOWER(c) ? (c)-32 : SELF(c))

#define X4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define X16(f, c) X4(f, c), X4(f, (c) + 4), X4(f, (c) + 8), X4(f, (c) + 12)
#define X64(f, c) X16(f, c), X16(f, (c) + 16), X16(f, (c) + 32), X16(f, (c) + 48)
#define X384(f) X64(f, -128), X64(f, -64), X64(f, 0), X64(f, 64), X64(f, 128), X64(f, 192)

static const unsigned short classes[384] = {X384(CLASS)};
static const int32_t lowers[384] = {X384(TOLOWER)};
static const int32_t uppers[384] = {X384(TOUPPER)};

const unsigned short *__ctype_b = classes + 128;
const int32_t *__ctype_tolower = lowers + 128;
const int32_t *__ctype_toupper = uppers + 128;

const unsigned short **__ctype_b_loc(void)
{
	return &__ctype_b;
}

const int32_t **__ctype_tolower_loc(void)
{
	return &__ctype_tolower;
}

const int32_t **__ctype_toupper_loc(void)
{
	return &__ctype_toupper;
}
