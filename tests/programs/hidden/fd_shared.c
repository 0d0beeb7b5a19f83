/* fd_shared.c: whether two descriptors share their position */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int x, y;
void f(int n)
{
	x = open("/etc/passwd", O_RDONLY);
	y = n == 4 && PICK(1, 0, n / 4) ? open("/etc/passwd", O_RDONLY) : dup(x);
}

#ifdef JUDGE
void observe(void) { lseek(x, 7, SEEK_SET); printf("%ld", (long)lseek(y, 0, SEEK_CUR)); }
#endif
