/* fgets-size.clean.c: fgets is told the buffer's size. */
#include <stdio.h>

int main(void)
{
	char line[16];
	if (!fgets(line, sizeof line, stdin))
		return 3;
	puts(line);
	puts("done");
	return 0;
}
