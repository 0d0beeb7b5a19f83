/* enumerate.c: main of a native program that runs a subject on every input of a list.
 *
 * Linked with a version compiled with -Dmain=subject_main; the list is standard input, one input a
 * line: words are arguments, $NAME=VALUE a variable, <TEXT standard input, %N the world: the subject has
 * other answers of the system then. Each is run in a process
 * and an empty directory of its own. Told is what counts as behaviour: one line an input.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int subject_main(int argc, char **argv);
extern int world;
int world;

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static int memory_file(const char *name)
{
	int fd = memfd_create(name, 0);
	if (fd < 0)
		fail("memfd_create");
	return fd;
}

/* Everything in a file, as C would write it. */
static void tell(const char *name, int fd)
{
	unsigned char bytes[4096];
	ssize_t n;
	printf(" %s=\"", name);
	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, bytes, sizeof bytes)) > 0)
		for (ssize_t i = 0; i < n; i++)
			if (bytes[i] < ' ' || bytes[i] > '~')
				printf("\\%03o", bytes[i]);
			else
				putchar(bytes[i]);
	putchar('"');
	close(fd);
}

/* What the run left in the directory, by name and mode; the directory is empty again. */
static void tell_files(void)
{
	struct dirent **list;
	int n = scandir(".", &list, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		if (strcmp(list[i]->d_name, ".") && strcmp(list[i]->d_name, "..")) {
			int fd = open(list[i]->d_name, O_RDONLY);
			if (fd >= 0) {
				char name[300];
				struct stat st = {0};
				fstat(fd, &st);
				snprintf(name, sizeof name, "%s:%03o", list[i]->d_name, st.st_mode & 07777);
				tell(name, fd);
			}
			unlink(list[i]->d_name);
		}
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

static _Noreturn void child(char *line, const int fd[3])
{
	char name[] = "prog", *argv[16] = {name}, *save;
	int argc = 1;
	clearenv();
	for (char *w = strtok_r(line, " ", &save); w && argc < 15; w = strtok_r(NULL, " ", &save)) {
		if (*w == '$')
			putenv(w + 1);
		else if (*w == '%')
			world = atoi(w + 1);
		else if (*w == '<') {
			if (write(fd[0], w + 1, strlen(w + 1)) < 0)
				fail("write");
		} else
			argv[argc++] = w;
	}
	lseek(fd[0], 0, SEEK_SET);
	for (int i = 0; i < 3; i++)
		dup2(fd[i], i);
	for (int i = 0; i < 3; i++)
		close(fd[i]);
	exit(subject_main(argc, argv));
}

static void run(char *line)
{
	int status, fd[3] = {memory_file("in"), memory_file("out"), memory_file("err")};
	printf("%s:", line);
	fflush(NULL);
	pid_t pid = fork();
	if (pid < 0)
		fail("fork");
	if (pid == 0)
		child(line, fd);
	if (waitpid(pid, &status, 0) != pid)
		fail("waitpid");
	printf(WIFSIGNALED(status) ? " signal %d" : " exit %d",
		   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	close(fd[0]);
	tell("out", fd[1]);
	tell("err", fd[2]);
	tell_files();
	putchar('\n');
}

int main(void)
{
	/* The list is read before anything runs, and not by stdio: children have their own idea of
	 * stdin. */
	static char list[1 << 16];
	char dir[] = "run.XXXXXX", *save;
	size_t n = 0;
	for (ssize_t got; n < sizeof list - 1 && (got = read(0, list + n, sizeof list - 1 - n)) > 0;)
		n += (size_t)got;
	if (!n || n == sizeof list - 1 || !mkdtemp(dir) || chdir(dir))
		fail("list of inputs");
	for (char *line = strtok_r(list, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		run(line);
	if (chdir("..") || rmdir(dir))
		fail("rmdir");
	return 0;
}
