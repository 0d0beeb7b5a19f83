/* dirent_scan.c: reading directories in all ways, sorted where the order is the system's own. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list(DIR *dir)
{
	char *names[64];
	size_t n = 0;
	struct dirent *e;

	errno = 0;
	while ((e = readdir(dir)) && n < 64) {
		int len = asprintf(&names[n], "%s %d", e->d_name, e->d_type);
		n += len > 0;
	}
	printf("errno %d, %zu entries\n", errno, n);
	qsort(names, n, sizeof *names, compare);
	for (size_t i = 0; i < n; i++) {
		printf(" %s\n", names[i]);
		free(names[i]);
	}
}

static int no_dots(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static void scan(int (*order)(const struct dirent **, const struct dirent **))
{
	struct dirent **found;
	int n = scandir(".", &found, no_dots, order);
	printf("scandir %d\n", n);
	for (int i = 0; i < n; i++) {
		printf(" %s\n", found[i]->d_name);
		free(found[i]);
	}
	free(found);
}

int main(void)
{
	static const char *const names[] = {"b",     "a", "file10",  "file9",
										"file1", "Z", ".hidden", "x y"};
	DIR *dir;

	mkdir("work", 0755);
	chdir("work");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		close(creat(names[i], 0600));
	mkdir("sub", 0700);
	symlink("a", "link");
	dir = opendir(".");
	list(dir);
	rewinddir(dir);
	list(dir);
	rewinddir(dir);
	long at = telldir(dir);
	char *first = strdup(readdir(dir)->d_name);
	char *second = strdup(readdir(dir)->d_name);
	seekdir(dir, at);
	printf("%d\n", strcmp(first, readdir(dir)->d_name) == 0);
	at = telldir(dir);
	readdir(dir);
	readdir(dir);
	seekdir(dir, at);
	printf("%d\n", strcmp(second, readdir(dir)->d_name) == 0);
	free(first);
	free(second);
	struct stat st, of;
	printf("%d %d\n", fstat(dirfd(dir), &st), stat(".", &of));
	printf("%d\n", st.st_ino == of.st_ino);
	printf("close %d\n", closedir(dir));
	dir = fdopendir(open("sub", O_RDONLY | O_DIRECTORY));
	list(dir);
	closedir(dir);
	errno = 0;
	printf("%d %s\n", opendir("none") == NULL, strerror(errno));
	errno = 0;
	printf("%d %s\n", opendir("a") == NULL, strerror(errno));
	errno = 0;
	printf("%d %s\n", opendir("") == NULL, strerror(errno));
	int fd = open("a", O_RDONLY);
	errno = 0;
	printf("%d %s\n", fdopendir(fd) == NULL, strerror(errno));
	close(fd);
	scan(alphasort);
	scan(versionsort);
	struct dirent **found;
	printf("%d\n", scandir("none", &found, NULL, NULL));
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		unlink(names[i]);
	unlink("link");
	rmdir("sub");
	chdir("..");
	printf("%d\n", rmdir("work"));
	return 0;
}
