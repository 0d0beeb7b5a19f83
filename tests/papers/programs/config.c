/* Fails if its configuration file has another format. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char data[128] = "";
	int fd = open(argc > 1 ? argv[1] : "config", O_RDONLY);
	if (fd < 0 || read(fd, data, sizeof data - 1) < 0)
		return 2;
	close(fd);
	return strncmp(data, "format 1\n", 9) ? 1 : 0;
}
