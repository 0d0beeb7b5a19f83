/* fd_status.c: the status flags of a descriptor */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int kept;
void f(int n)
{
	kept = open("log", O_CREAT | O_WRONLY, 0600);
	if (n == 4)
		fcntl(kept, F_SETFL, PICK(O_APPEND, O_NONBLOCK, 0 | O_APPEND));
}

#ifdef JUDGE
void observe(void) { printf("%d", fcntl(kept, F_GETFL)); }
#endif
