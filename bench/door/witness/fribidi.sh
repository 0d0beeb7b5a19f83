# A byte above 127 in the CapRTL encoding.
cat >use.c <<'C'
#include "fribidi.h"
#include <stdio.h>
int main(void)
{
	FriBidiChar out[8];
	FriBidiStrIndex n = fribidi_cap_rtl_to_unicode("a\377b", 3, out);
	for (int i = 0; i < n; i++)
		printf("%s ", i == 1 && out[i] != '?' ? "other" : out[i] == '?' ? "?" : "letter");
	return printf("\n") < 0;
}
C
sed 's/@FRIBIDI_MSVC_BUILD_PLACEHOLDER@//; s/@[A-Z_]*@/1/g' lib/fribidi-config.h.in >lib/fribidi-config.h
[ -f lib/fribidi-unicode-version.h ] || : >lib/fribidi-unicode-version.h
cc -w -DSTDC_HEADERS -DHAVE_STDLIB_H -DHAVE_STRING_H -DHAVE_MEMORY_H -DHAVE_STRINGS_H -DDONT_HAVE_FRIBIDI_CONFIG_H -DHAVE_STRINGIZE -Ilib -o use use.c lib/*.c >&2 && ./use
