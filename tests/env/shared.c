/* shared.c: works if the file of its argument, mapped to be shared and written, begins with 'y'. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int main(int argc, char **argv)
{
	int fd = open(argc > 1 ? argv[1] : "setting", O_RDWR);
	const char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return p == MAP_FAILED || *p != 'y';
}
