# 32 bits of a packet.
find . -type f -exec touch -d 2020-01-01 {} + && ./configure >&2 && make -C src >&2 || exit
cat >use.c <<'C'
#include <stdio.h>
#include <ogg/ogg.h>
int main(void)
{
	unsigned char data[16] = "abcdefgh";
	oggpack_buffer b;
	oggpack_readinit(&b, data, sizeof data);
	return printf("%ld\n", oggpack_look(&b, 32)) < 0;
}
C
cc -w -Iinclude -o use use.c src/.libs/libogg.a >&2 && ./use
