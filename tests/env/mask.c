/* mask.c: needs a file that it creates to be readable by others. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct stat st;
	if (argc < 2)
		return 2;
	unlink(argv[1]);
	int fd = open(argv[1], O_WRONLY | O_CREAT, 0666);
	if (fd < 0 || fstat(fd, &st) != 0)
		return 2;
	if (!(st.st_mode & S_IROTH))
		fprintf(stderr, "mode %04o\n", st.st_mode & 07777);
	return !(st.st_mode & S_IROTH);
}
