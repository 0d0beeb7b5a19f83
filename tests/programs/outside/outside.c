/* outside.c: what a program has from who started it: descriptors, names, signals. Its first
 * argument says what it looks at; what it sees goes to the file that the second one names. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *out; /* in memory, so that it takes no descriptor */

static void descriptors(void)
{
	char buf[16];
	for (int fd = 0; fd < 8; fd++) {
		struct stat st;
		int flags = fcntl(fd, F_GETFL);
		fprintf(out, "%d: %d %d", fd, flags < 0 ? -errno : flags & O_ACCMODE, fstat(fd, &st));
		ssize_t n = fd ? read(fd, buf, 5) : 0;
		fprintf(out, " %zd %.*s", n < 0 ? -errno : n, n > 0 ? (int)n : 0, buf);
		if (fd > 2) {
			n = write(fd, "hi\n", 3);
			fprintf(out, " %zd", n < 0 ? -errno : n);
		}
		fprintf(out, "\n");
	}
	fprintf(out, "next %d\n", open("/dev/null", O_RDONLY));
}

static void limit(void)
{
	struct rlimit small = {10, 10};
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	for (int i = 0; i < 4; i++) {
		errno = 0;
		if (write(1, "abcd", 4) < 4 && errno != EFBIG && i < 2)
			_exit(9);
	}
}

static void self(void)
{
	char buf[4096];
	ssize_t n;
	int fd = open("/proc/self/cmdline", O_RDONLY);
	n = read(fd, buf, sizeof buf);
	for (ssize_t i = 0; i < n; i++)
		putc(buf[i] ? buf[i] : '~', out);
	close(fd);
	fd = open("/proc/self/comm", O_RDONLY);
	n = read(fd, buf, sizeof buf);
	fprintf(out, "\n%.*s", n > 0 ? (int)n : 0, buf);
	n = readlink("/proc/self/exe", buf, sizeof buf);
	fprintf(out, "%.*s\n", n > 0 ? (int)n : 0, buf);
	n = readlink("/proc/self/fd/0", buf, sizeof buf);
	fprintf(out, "%.*s\n", n > 0 ? (int)n : 0, buf);
}

static void got(int number)
{
	printf("got %d\n", number);
	fflush(stdout);
	if (number == SIGTERM)
		_exit(3);
}

/* Held back but while it waits, so that none comes between saying so and waiting. */
static void signals(void)
{
	sigset_t some, none;
	sigemptyset(&none);
	sigemptyset(&some);
	sigaddset(&some, SIGUSR1);
	sigaddset(&some, SIGTERM);
	sigprocmask(SIG_BLOCK, &some, NULL);
	signal(SIGUSR1, got);
	signal(SIGTERM, got);
	signal(SIGHUP, SIG_IGN);
	for (;;) {
		printf("ready\n");
		fflush(stdout);
		sigsuspend(&none);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	char *text;
	size_t len;
	out = open_memstream(&text, &len);
	if (!strcmp(what, "descriptors"))
		descriptors();
	else if (!strcmp(what, "limit"))
		limit();
	else if (!strcmp(what, "self"))
		self();
	else if (!strcmp(what, "maps"))
		fprintf(out, "%d\n", open("/proc/self/maps", O_RDONLY) >= 0);
	else
		signals();
	fclose(out);
	if (argc > 2) {
		int fd = open(argv[2], O_WRONLY | O_CREAT, 0600);
		return write(fd, text, len) != (ssize_t)len;
	}
	return write(1, text, len) != (ssize_t)len;
}
