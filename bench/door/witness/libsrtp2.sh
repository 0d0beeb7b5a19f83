# The length of the salt of a profile.
./configure >&2 && make libsrtp2.a >&2 || exit
cat >use.c <<'C'
#include "srtp.h"
#include <stdio.h>
int main(void)
{
	printf("%u\n", srtp_profile_get_master_salt_length(srtp_profile_null_sha1_32));
}
C
cc -w -Iinclude -Icrypto/include -o use use.c libsrtp2.a >&2 && ./use
