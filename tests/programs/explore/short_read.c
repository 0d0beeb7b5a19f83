// inputs: text[2]
/* short_read.c: what a short read leaves in the buffer is looked at without looking at its length.
 */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char buf[4] = "xyz";
	if (read(0, buf, sizeof buf) < 0)
		return 2;
	if (buf[1] == 'y')
		puts("old");
	if (buf[1] == 'n')
		puts("new");
	printf("%c%c\n", buf[0] == 'a' ? 'a' : '-', buf[2]);
	return 0;
}
