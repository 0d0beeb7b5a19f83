# Halves are rounded up.
cat >use.c <<'C'
#include "modp_numtoa.h"
#include <stdio.h>
int main(void)
{
	char text[40];
	modp_dtoa(0.5, text, 0);
	puts(text);
	modp_dtoa(0.25, text, 1);
	puts(text);
}
C
touch src/config.h
cc -w -Isrc -o use use.c src/modp_numtoa.c >&2 && ./use
