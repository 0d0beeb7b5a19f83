/* same */
/* drift: --stdin @text:5 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/random.h>

/* Skips two bytes: NEW seeks if that is possible. */
int main(void)
{
	char skipped[2];
	int c;
	if (V == 1 || fseek(stdin, 2, SEEK_CUR))
		if (fread(skipped, 1, 2, stdin) < 2)
			return 0;
	while ((c = getchar()) != EOF)
		putchar(c);
}
