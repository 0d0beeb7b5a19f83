/* same */
/* drift: --stdin @text:4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

int main(void)
{
	char text[8];
	size_t n = 0;
	if (isatty(0))
		puts("hello");
#if V == 1
	n = fread(text, 1, sizeof text, stdin);
#else
	for (int c; n < sizeof text && (c = getchar()) != EOF;)
		text[n++] = (char)c;
#endif
	fwrite(text, 1, n, stdout);
}
