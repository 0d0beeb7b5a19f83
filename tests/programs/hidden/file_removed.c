/* file_removed.c: a file that is removed */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	close(open("a", O_CREAT | O_WRONLY, 0600));
	if (n == 4 && PICK(1, 0, n / 4))
		unlink("a");
}

#ifdef JUDGE
void observe(void) { printf("%d", access("a", F_OK)); }
#endif
