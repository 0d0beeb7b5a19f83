/* realpath_links.c: names with dots and links made plain, and temporary names. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t skip; /* length of the directory the test runs in */

static void show(const char *path)
{
	errno = 0;
	char *r = realpath(path, NULL);
	if (!r)
		printf("%s: %s\n", path, strerror(errno));
	else
		printf("%s: %s\n", path, strlen(r) >= skip ? r + skip : r);
	free(r);
}

static void temporary(void)
{
	struct stat st;
	char name[] = "tmp.XXXXXX", bad[] = "tmp.XXXXX", suffix[] = "tXXXXXX.c", dir[] = "dXXXXXX";
	int fd = mkstemp(name);

	printf("%d %d %zu\n", fd >= 0, strncmp(name, "tmp.", 4), strlen(name));
	printf("%d %o\n", fstat(fd, &st), st.st_mode);
	close(fd);
	unlink(name);
	errno = 0;
	printf("%d", mkstemp(bad));
	printf(" %d %s\n", errno, bad);
	fd = mkostemps(suffix, 2, O_APPEND);
	printf("%d %s %d\n", fd >= 0, suffix + 7, (fcntl(fd, F_GETFL) & O_APPEND) != 0);
	close(fd);
	unlink(suffix);
	printf("%d ", mkdtemp(dir) == dir);
	printf("%d %o\n", stat(dir, &st), st.st_mode);
	rmdir(dir);
	char gone[] = "none/XXXXXX";
	errno = 0;
	printf("%d %d\n", mkdtemp(gone) == NULL, errno);
	char *t = tempnam("/tmp", "abcdefgh");
	printf("%.10s %zu\n", t, strlen(t));
	free(t);
	printf("%zu\n", strlen(tmpnam(NULL)));
}

int main(void)
{
	char here[PATH_MAX], buf[PATH_MAX];

	mkdir("work", 0755);
	chdir("work");
	getcwd(here, sizeof here);
	skip = strlen(here);
	mkdir("a", 0755);
	mkdir("a/b", 0755);
	close(creat("a/b/f", 0600));
	symlink("a/b", "ab");
	symlink("../b/f", "a/b/g");
	symlink("loop2", "loop1");
	symlink("loop1", "loop2");
	symlink("/", "root");
	symlink("nowhere", "dangling");
	static const char *const paths[] = {
		".",      "a",       "a/b/../b/./f", "ab/f",          "ab/..",    "a/b/g",
		"ab/g/",  "loop1",   "root",         "root/dev/null", "dangling", "none",
		"none/x", "a/b/f/x", "a/b/f/..",     "a//b///f",      "",         "/",
		"//",     "/..",     "a/b/f/."};
	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
		show(paths[i]);
	printf("%d %s\n", realpath("ab/f", buf) == buf, buf + skip);
	char *c = canonicalize_file_name("ab/../b/f");
	printf("%s\n", c ? c + skip : "(null)");
	free(c);
	temporary();
	unlink("a/b/f");
	unlink("a/b/g");
	unlink("ab");
	unlink("loop1");
	unlink("loop2");
	unlink("root");
	unlink("dangling");
	rmdir("a/b");
	rmdir("a");
	chdir("..");
	printf("%d\n", rmdir("work"));
	return 0;
}
