# The escape \256 in a name.
./configure >&2 && make libudns.a >&2 || exit
cat >use.c <<'C'
#include <stdio.h>
#include "udns.h"
int main(void)
{
	unsigned char dn[256];
	return printf("%d\n", dns_ptodn("\\256", 0, dn, sizeof dn, NULL)) < 0;
}
C
cc -w -I. -o use use.c libudns.a >&2 && ./use
