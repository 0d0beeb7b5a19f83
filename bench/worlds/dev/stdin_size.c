/* differs: stdin=pipe input=abcde */
/* drift: --stdin @text:5 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

/* NEW believes st_size also if standard input is no regular file. */
int main(void)
{
	struct stat st;
	char text[16];
	size_t n = sizeof text;
	if (fstat(0, &st))
		return 2;
	if (V == 2 || S_ISREG(st.st_mode))
		n = (size_t)st.st_size < n ? (size_t)st.st_size : n;
	n = fread(text, 1, n, stdin);
	fwrite(text, 1, n, stdout);
}
