/* files.c: opens /dev/null twenty times. */
#include <fcntl.h>
#include <stdio.h>

int main(void)
{
	for (int i = 0; i < 20; i++)
		if (open("/dev/null", O_RDONLY) < 0) {
			perror("open");
			return 1;
		}
	return 0;
}
