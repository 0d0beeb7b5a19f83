/* fgets-size.c: fgets is told more room than there is. */
#include <stdio.h>

int main(void)
{
	char line[16];
	if (!fgets(line, 80, stdin))
		return 3;
	puts(line);
	puts("done");
	return 0;
}
