/* Parent and child share the offset of a file that was opened before the fork. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	char name[] = "offsetsXXXXXX", text[20] = "";
	fflush(stdout);
	int fd = mkstemp(name);
	unlink(name);
	write(fd, "abcdefghij", 10);
	lseek(fd, 0, SEEK_SET);
	for (int i = 0; i < 3; i++) {
		if (fork() == 0) {
			read(fd, text, 2);
			printf("child %d read %.2s at %ld\n", i, text, (long)lseek(fd, 0, SEEK_CUR));
			exit(0);
		}
		wait(NULL);
	}
	printf("parent at %ld\n", (long)lseek(fd, 0, SEEK_CUR));
	close(fd);
	return 0;
}
