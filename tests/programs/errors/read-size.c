/* read-size.c: the kernel itself is told to write past a buffer. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char buf[8];
	ssize_t n = read(0, buf, 32);
	printf("%zd\n", n);
	puts("done");
	return 0;
}
