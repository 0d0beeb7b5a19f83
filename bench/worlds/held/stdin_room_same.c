/* same */
/* drift: --stdin @text:4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

/* NEW takes the size of a regular file as a hint for its buffer; both print the input backwards. */
int main(void)
{
	struct stat st;
	size_t room = 1, n = 0;
	if (V == 2 && !fstat(0, &st) && S_ISREG(st.st_mode))
		room = (size_t)st.st_size + 1;
	char *text = malloc(room);
	for (int c; text && (c = getchar()) != EOF;) {
		if (n == room)
			text = realloc(text, room *= 2);
		text[n++] = (char)c;
	}
	while (n > 0)
		putchar(text[--n]);
}
