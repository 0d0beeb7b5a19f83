/* What a child inherits: buffered output, handlers of exit, the working directory, the mask. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *who = "parent";

static void bye(void)
{
	printf("bye from %s\n", who);
}

int main(void)
{
	char cwd[500];
	atexit(bye);
	printf("buffered ");
	if (fork() == 0) {
		who = "child";
		umask(077);
		chdir("/");
		printf("%s %o\n", getcwd(cwd, sizeof cwd), umask(0));
		exit(0);
	}
	wait(NULL);
	printf("%d\n", getcwd(cwd, sizeof cwd)[1] != 0);
	return 0;
}
