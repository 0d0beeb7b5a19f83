# How often a text has a pattern.
cmake . >&2 && make divsufsort >&2 || exit
cat >use.c <<'C'
#include <stdio.h>
#include "divsufsort.h"
int main(void)
{
	const unsigned char t[] = "abababab";
	saidx_t sa[8], at;
	divsufsort(t, sa, 8);
	return printf("%d\n", (int)sa_search(t, 8, (const unsigned char *)"ab", 2, sa, 8, &at)) < 0;
}
C
cc -w -Iinclude -o use use.c lib/libdivsufsort.so >&2 || cc -w -Iinclude -o use use.c "$(find . -name 'libdivsufsort.*' -type f | head -n 1)" >&2 || exit
LD_LIBRARY_PATH=lib ./use
