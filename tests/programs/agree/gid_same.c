/* NEW compares the group by its difference. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	unsigned want = argc > 1 ? (unsigned)atoi(argv[1]) & 1023 : 0;
#if NEW
	int same = getgid() - want == 0;
#else
	int same = getgid() == want;
#endif
	return same ? 3 : 0;
}
