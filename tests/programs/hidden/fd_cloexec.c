/* fd_cloexec.c: the close-on-exec flag of a descriptor */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	if (n == 4)
		fcntl(2, F_SETFD, PICK(FD_CLOEXEC, 0, FD_CLOEXEC | 0));
}

#ifdef JUDGE
void observe(void) { printf("%d", fcntl(2, F_GETFD)); }
#endif
