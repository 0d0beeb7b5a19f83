/* fd_open.c: a descriptor that is open */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	int fd = open("/dev/null", O_RDONLY);
	if (n != 4 || PICK(1, 0, n / 4))
		close(fd);
}

#ifdef JUDGE
void observe(void) { printf("%d", dup(0)); }
#endif
