# The hash of 128 bytes.
cat >use.c <<'C'
#include "wyhash.h"
#include <stdio.h>
int main(void)
{
	static char key[128];
	for (int len = 60; len <= 128; len += 4)
		printf("%d %016llx\n", len, (unsigned long long)wyhash(key, len, 1, _wyp));
	return 0;
}
C
cc -w -o use use.c >&2 && ./use
