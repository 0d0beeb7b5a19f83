/* fd_closed.c: a standard descriptor that is closed */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	if (n == 4)
		close(PICK(0, 2, n - 4));
}

#ifdef JUDGE
void observe(void) { printf("%d %d", fcntl(0, F_GETFD), fcntl(2, F_GETFD)); }
#endif
