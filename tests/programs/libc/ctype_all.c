/* ctype_all.c: every class and case function on every byte and EOF, as function and as table. */
#undef __NO_CTYPE
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

static void all(void)
{
	for (int c = -1; c < 256; c++) {
		printf("%d: %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d", c, !!(isalnum)(c),
			   !!(isalpha)(c), !!(isblank)(c), !!(iscntrl)(c), !!(isdigit)(c), !!(isgraph)(c),
			   !!(islower)(c), !!(isprint)(c), !!(ispunct)(c), !!(isspace)(c), !!(isupper)(c),
			   !!(isxdigit)(c), (tolower)(c), (toupper)(c), !!isascii(c), toascii(c));
		printf(" | %x %d %d\n", (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c],
			   (*__ctype_toupper_loc())[c]);
	}
	for (int c = -128; c < 0; c++)
		printf("%d: %x %d %d\n", c, (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c],
			   (*__ctype_toupper_loc())[c]);
}

int main(void)
{
	all();
	puts(setlocale(LC_ALL, "C.UTF-8"));
	all();
	locale_t loc = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	for (int c = 0; c < 128; c++)
		printf("%d%d%d%d ", !!isalpha_l(c, loc), !!isspace_l(c, loc), tolower_l(c, loc),
			   toupper_l(c, loc));
	printf("%d %d %d\n", isalpha('a'), isdigit('1'), isspace(' '));
	freelocale(loc);
	return 0;
}
