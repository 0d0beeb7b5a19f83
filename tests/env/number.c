/* number.c: writes its pid to the file of the first argument in one piece, then reads yes or no
 * from the second. A number that was cut, or no file to write to, is an error. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char text[32], line[16] = "";
	int n = snprintf(text, sizeof text, "%d\n", (int)getpid());
	int fd = argc > 2 ? open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
	if (fd < 0 || write(fd, text, (size_t)n) != n || close(fd) != 0)
		return 3;
	FILE *f = fopen(argv[2], "r");
	if (!f || !fgets(line, sizeof line, f))
		return 2;
	fclose(f);
	return strcmp(line, "yes\n") != 0;
}
