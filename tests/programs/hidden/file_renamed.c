/* file_renamed.c: the name of a file */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	close(open("a", O_CREAT | O_WRONLY, 0600));
	if (n == 4)
		rename("a", PICK("b", "c", "./b"));
}

#ifdef JUDGE
void observe(void) { printf("%d %d %d", access("a", F_OK), access("b", F_OK), access("c", F_OK)); }
#endif
