/* device.c: needs its argument to be a character device. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

int main(int argc, char **argv)
{
	struct stat st;
	int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISCHR(st.st_mode)) {
		fprintf(stderr, "no device\n");
		return 1;
	}
	return 0;
}
