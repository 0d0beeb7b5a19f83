/* pidfile.c: a child writes its number into a file; the parent reads it back and ends the child by
 * it, and needs the setting to say yes. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char line[100] = "";
	int pid = 0, ready[2], status = 0;
	if (argc < 3 || pipe(ready) != 0)
		return 2;
	if (fork() == 0) {
		FILE *f = fopen(argv[1], "w");
		fprintf(f, "%d\n", (int)getpid());
		fclose(f);
		if (write(ready[1], "x", 1) == 1)
			for (;;)
				pause();
	}
	if (read(ready[0], line, 1) != 1)
		return 3;
	FILE *f = fopen(argv[1], "r");
	if (!f || fscanf(f, "%d", &pid) != 1)
		return 4;
	fclose(f);
	if (kill(pid, SIGTERM) != 0 || wait(&status) < 0)
		return 5;
	f = fopen(argv[2], "r");
	if (!f || !fgets(line, sizeof line, f))
		return 6;
	fclose(f);
	return strcmp(line, "yes\n") != 0;
}
