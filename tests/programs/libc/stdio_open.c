/* stdio_open.c: every mode of fopen, fdopen and freopen, on files there and not there. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const modes[] = {
	"r",       "w",   "a",  "r+", "w+",  "a+",    "rb",          "wb+",
	"w+b",     "ab+", "rx", "wx", "w+x", "re",    "r+e",         "rm",
	"rc",      "",    "x",  "rw", "b",   "wxyz+", "r,ccs=UTF-8", "r,ccs=KLINGON",
	"rbbbbbb+"};

static void put_file(const char *name, const char *text)
{
	int fd = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0644);
	write(fd, text, strlen(text));
	close(fd);
}

static void show_file(const char *name)
{
	char buf[200];
	int fd = open(name, O_RDONLY);
	if (fd < 0) {
		printf(" (none)\n");
		return;
	}
	ssize_t n = read(fd, buf, sizeof buf);
	printf(" <%.*s>\n", (int)n, buf);
	close(fd);
}

static void use(FILE *fp)
{
	int fl = fcntl(fileno(fp), F_GETFL);
	printf(" fl %d%d%d cloexec %d", fl & O_ACCMODE, !!(fl & O_APPEND), !!(fl & O_EXCL),
		   fcntl(fileno(fp), F_GETFD));
	printf(" at %ld", ftell(fp));
	errno = 0;
	int c = getc(fp);
	printf(" get %d %d %d%d", c, errno, !!feof(fp), !!ferror(fp));
	clearerr(fp);
	fseek(fp, 0, SEEK_CUR);
	errno = 0;
	c = putc('!', fp);
	printf(" put %d %d %d", c, errno, !!ferror(fp));
	printf(" at %ld", ftell(fp));
	printf(" close %d", fclose(fp));
}

static void opening(const char *mode)
{
	for (int there = 0; there < 2; there++) {
		unlink("file");
		if (there)
			put_file("file", "contents");
		errno = 0;
		FILE *fp = fopen("file", mode);
		printf("%s %d:", mode, there);
		if (!fp)
			printf(" errno %d", errno);
		else if (strstr(mode, "ccs"))
			fclose(fp);
		else
			use(fp);
		show_file("file");
	}
}

static void descriptors(const char *mode)
{
	int flags[] = {O_RDONLY, O_WRONLY, O_RDWR};
	for (int i = 0; i < 3; i++) {
		put_file("file", "contents");
		int fd = open("file", flags[i]);
		errno = 0;
		FILE *fp = fdopen(fd, mode);
		printf("fdopen %s %d:", mode, i);
		if (!fp) {
			printf(" errno %d", errno);
			close(fd);
		} else {
			use(fp);
		}
		show_file("file");
	}
}

static void reopening(void)
{
	put_file("one", "first\nfile\n");
	put_file("two", "second\nfile\n");
	FILE *fp = fopen("one", "r+");
	char line[40];
	printf("%s", fgets(line, 40, fp));
	int fd = fileno(fp);
	fp = freopen("two", "r", fp);
	printf("%s%d", fgets(line, 40, fp), fileno(fp) == fd);
	fp = freopen("three", "w", fp);
	fputs("third", fp);
	printf(" %d", fileno(fp) == fd);
	fp = freopen(NULL, "r", fp);
	printf(" %s", fp ? fgets(line, 40, fp) : "null");
	errno = 0;
	fp = freopen("missing", "r", fp);
	printf(" %d %d\n", fp == NULL, errno);
	show_file("one");
	show_file("three");
	fflush(stdout);
	int saved = dup(1);
	if (freopen("redirected", "w", stdout) == NULL)
		return;
	printf("to a file %d\n", fileno(stdout));
	fflush(stdout);
	dup2(saved, 1);
	printf("and back\n");
	show_file("redirected");
}

int main(void)
{
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		opening(modes[i]);
	descriptors("r");
	descriptors("w");
	descriptors("a");
	descriptors("r+");
	errno = 0;
	printf("%d %d\n", fdopen(-1, "r") == NULL, errno);
	errno = 0;
	printf("%d %d\n", fdopen(77, "r") == NULL, errno);
	errno = 0;
	printf("%d %d\n", fopen("no/such/dir", "w") == NULL, errno);
	errno = 0;
	printf("%d %d\n", fopen(".", "w") == NULL, errno);
	FILE *dir = fopen(".", "r");
	errno = 0;
	printf("%d ", getc(dir));
	printf("%d %d\n", errno, ferror(dir) != 0);
	fclose(dir);
	reopening();
	FILE *tmp = tmpfile();
	fputs("temporary", tmp);
	rewind(tmp);
	char text[20] = "";
	fread(text, 1, 20, tmp);
	printf("%s %d\n", text, fclose(tmp));
	unlink("file"), unlink("one"), unlink("two"), unlink("three"), unlink("redirected");
	return 0;
}
