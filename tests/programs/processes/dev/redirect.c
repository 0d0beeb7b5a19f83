/* dup2: a child's standard output goes to a file, which the parent then reads. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	char text[100];
	if (fork() == 0) {
		int fd = open("redirect.out", O_WRONLY | O_CREAT | O_TRUNC, 0644);
		dup2(fd, 1);
		close(fd);
		printf("to the file\n");
		fflush(stdout);
		_exit(0);
	}
	wait(NULL);
	FILE *f = fopen("redirect.out", "r");
	printf("read: %s", fgets(text, sizeof text, f));
	fclose(f);
	unlink("redirect.out");
	return 0;
}
