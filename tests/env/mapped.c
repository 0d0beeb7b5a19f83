/* mapped.c: maps the file named by its argument and needs it to start with "yes". */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	const char *p = fd < 0 ? MAP_FAILED : mmap(NULL, 4, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return 2;
	close(fd);
	return memcmp(p, "yes", 3) != 0;
}
