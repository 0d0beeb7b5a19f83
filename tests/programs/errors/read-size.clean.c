/* read-size.clean.c: no more than the buffer holds. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char buf[8];
	ssize_t n = read(0, buf, sizeof buf);
	printf("%zd\n", n);
	puts("done");
	return 0;
}
