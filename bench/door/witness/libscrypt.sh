# A buffer without room for the zero at the end.
cat >use.c <<'C'
#include <stdint.h>
#include <stdio.h>
int libscrypt_hexconvert(uint8_t *buf, size_t s, char *outbuf, size_t obs);
int main(void)
{
	uint8_t in[2] = {1, 2};
	char out[8];
	return printf("%d\n", libscrypt_hexconvert(in, 2, out, 4)) < 0;
}
C
cc -w -o use use.c crypto_scrypt-hexconvert.c >&2 && ./use
