/* The same bytes of a file into memory that was never set and into memory that was. Who looks at the
 * second behind the end of the file finds what was set there. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char set[8];
static volatile int busy;

int main(void)
{
	char *unset = malloc(8);
	read(0, unset, 8);
	lseek(0, 0, SEEK_SET);
	read(0, set, 8);
	for (int k = 0; k < 2000; k++) /* time for a snapshot */
		busy += k;
	if (set[0] == 'a')
		putchar('a');
	if (set[1] == 'b')
		putchar('b');
	putchar('\n');
	free(unset);
	return 0;
}
