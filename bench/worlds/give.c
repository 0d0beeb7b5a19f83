/* give.c: give KIND TEXT PROGRAM ARG...: runs the program with the text as its standard input, which is a file, a pipe or
 * a tty. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int terminal(const char *text)
{
	static const char ends[16] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
	struct termios t;
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	grantpt(master);
	unlockpt(master);
	int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	tcgetattr(slave, &t);
	t.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
	tcsetattr(slave, TCSANOW, &t);
	if (write(master, text, strlen(text)) < 0 || write(master, ends, sizeof ends) < 0)
		exit(125);
	return slave;
}

int main(int argc, char **argv)
{
	int fd, ends[2];
	size_t n;
	if (argc < 4)
		return 125;
	n = strlen(argv[2]);
	if (!strcmp(argv[1], "tty")) {
		fd = terminal(argv[2]);
	} else if (!strcmp(argv[1], "pipe")) {
		if (pipe(ends) || write(ends[1], argv[2], n) != (ssize_t)n)
			return 125;
		close(ends[1]);
		fd = ends[0];
	} else {
		FILE *f = tmpfile();
		fwrite(argv[2], 1, n, f);
		fflush(f);
		rewind(f);
		fd = fileno(f);
	}
	dup2(fd, 0);
	if (fd > 0 && strcmp(argv[1], "tty") != 0)
		close(fd);
	execv(argv[3], argv + 3);
	return 125;
}
