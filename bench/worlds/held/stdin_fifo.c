/* differs: stdin=pipe input=q */
/* drift: --stdin @text:3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

static int is_pipe(int fd)
{
	struct stat st;
	return !fstat(fd, &st) && (st.st_mode & S_IFMT) == S_IFIFO;
}
int main(void)
{
	int c = getc(stdin);
	return c == 'q' && is_pipe(0) ? V : 0;
}
