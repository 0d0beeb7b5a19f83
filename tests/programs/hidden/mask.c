/* mask.c: the mask of new files */
#include <stdio.h>
#include <sys/stat.h>

void f(int n)
{
	if (n == 4)
		umask(PICK(022, 077, 18));
}

#ifdef JUDGE
void observe(void) { printf("%o", umask(0)); }
#endif
