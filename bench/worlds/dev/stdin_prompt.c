/* differs: stdin=tty input=abc */
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
	if (isatty(0))
		fputs(V == 1 ? "> " : ">> ", stdout);
	printf("%d\n", getchar());
}
