# A NEWLEN marker that is cut off at the end of the data.
make -C libjbig CFLAGS='-O1 -w' libjbig.a >&2 || exit
cat >use.c <<'C'
#include "libjbig/jbig.h"
#include <stdio.h>
int main(void)
{
	static unsigned char bie[64] = {0, 0, 1, 0, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 0, /* stripe */ 0, 0xff, 2, /* NEWLEN, cut off */ 0xff, 5, 0};
	int r = jbg_newlen(bie, 26);
	return printf("%d %d\n", r, bie[11]) < 0;
}
C
cc -w -I. -o use use.c libjbig/libjbig.a >&2 && ./use
