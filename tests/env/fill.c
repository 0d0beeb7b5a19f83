/* fill.c: writes 200 blocks of 1 KiB to the file named by its argument. */
#include <stdio.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char block[1024];
	int fd = argc > 1 ? open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
	memset(block, 'x', sizeof block);
	for (int i = 0; i < 200 && fd >= 0; i++)
		if (write(fd, block, sizeof block) != sizeof block) {
			perror("write");
			return 1;
		}
	return fd < 0 || close(fd) != 0;
}
