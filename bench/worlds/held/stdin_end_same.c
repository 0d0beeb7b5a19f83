/* same */
/* drift: --stdin @text:3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

/* NEW asks for the end first, and goes on as OLD does if there is none. */
int main(void)
{
	char text[8];
	ssize_t n, all = 0;
	off_t end = V == 2 ? lseek(0, 0, SEEK_END) : -1;
	if (end >= 0 && lseek(0, 0, SEEK_SET) != 0)
		return 3;
	while (all < (ssize_t)sizeof text && (n = read(0, text + all, sizeof text - (size_t)all)) > 0)
		all += n;
	return write(1, text, (size_t)all) != all;
}
