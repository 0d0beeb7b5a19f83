/* errno_left.c: errno */
#include <errno.h>
#include <stdio.h>

int f(int n)
{
	if (n == 4)
		errno = PICK(ENOENT, EINVAL, ENOENT + 0);
	return 0;
}

#ifdef JUDGE
void observe(void) { printf("%d", errno); }
#endif
