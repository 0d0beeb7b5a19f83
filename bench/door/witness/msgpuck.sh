# A double is printed with all its digits.
cat >use.c <<'C'
#include "msgpuck.h"
int main(void)
{
	char data[16];
	mp_encode_double(data, 3.14159265358979);
	mp_fprint(stdout, data);
}
C
cc -w -std=gnu99 -I. -o use use.c msgpuck.c >&2 && ./use
