/* fd_offset.c: the position of a descriptor */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int kept;
void f(int n)
{
	kept = open("/etc/passwd", O_RDONLY);
	if (n == 4)
		lseek(kept, PICK(4, 6, n), SEEK_SET);
}

#ifdef JUDGE
void observe(void) { printf("%ld", (long)lseek(kept, 0, SEEK_CUR)); }
#endif
