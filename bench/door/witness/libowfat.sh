# The flags of a descriptor after io_closeonexec.
make libowfat.a >&2 || make DIET= CC=cc libowfat.a >&2 || exit
cat >use.c <<'C'
#include <fcntl.h>
#include <stdio.h>
#include "io.h"
int main(void)
{
	io_closeonexec(0);
	return printf("%d\n", fcntl(0, F_GETFD)) < 0;
}
C
cc -w -I. -o use use.c libowfat.a >&2 && ./use
