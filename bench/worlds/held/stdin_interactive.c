/* differs: stdin=tty input=x */
/* drift: --stdin @text:3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

int main(int argc, char **argv)
{
	int interactive = argc < 2 && isatty(fileno(stdin));
	int c = getchar();
	if (interactive && c == 'x')
		printf("%d", V);
	return 0;
}
