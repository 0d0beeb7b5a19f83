/* onecc.c: stands in for a compiler that computes nothing: onecc SOURCE OBJECT asks for headers in
 * places where they are not, reads those that there are, and writes. A source that names inc/last.h
 * wants it to hold no "#error". */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ABSENT = 20, HEADERS = 12, PIECES = 10 };

static ssize_t read_file(const char *name, char *to, size_t n)
{
	struct stat st;
	int fd = open(name, O_RDONLY);
	ssize_t k = fd >= 0 && fstat(fd, &st) == 0 ? read(fd, to, n - 1) : -1;
	if (fd >= 0)
		close(fd);
	to[k > 0 ? k : 0] = 0;
	return k;
}

int main(int argc, char **argv)
{
	char text[4096], name[64];
	if (argc < 3)
		return 2;
	for (int i = 0; i < ABSENT; i++) {
		snprintf(name, sizeof name, "/nowhere/include%d/h.h", i);
		if (access(name, R_OK) == 0)
			return 2;
	}
	for (int i = 0; i < HEADERS; i++) {
		snprintf(name, sizeof name, "inc/h%d.h", i);
		if (read_file(name, text, sizeof text) < 0)
			return 2;
	}
	if (read_file(argv[1], text, sizeof text) < 0)
		return 2;
	if (strstr(text, "inc/last.h") &&
		(read_file("inc/last.h", text, sizeof text) < 0 || strstr(text, "#error"))) {
		fprintf(stderr, "%s: error\n", argv[1]);
		return 1;
	}
	int fd = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
	for (int i = 0; i < PIECES; i++)
		if (fd < 0 || write(fd, "object\n", 7) != 7)
			return 2;
	return close(fd) != 0;
}
