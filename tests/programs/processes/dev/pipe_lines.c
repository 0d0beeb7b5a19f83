/* A child reads lines from a pipe and answers on another. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int to[2], from[2], status;
	char line[100];
	if (pipe(to) || pipe(from))
		return 1;
	if (fork() == 0) {
		close(to[1]);
		close(from[0]);
		FILE *in = fdopen(to[0], "r"), *out = fdopen(from[1], "w");
		while (fgets(line, sizeof line, in)) {
			for (char *p = line; *p; p++)
				*p = (char)toupper((unsigned char)*p);
			fputs(line, out);
			fflush(out);
		}
		fprintf(out, "end\n");
		fclose(out);
		_exit(3);
	}
	close(to[0]);
	close(from[1]);
	const char *words[] = {"one\n", "two\n", "three\n"};
	FILE *in = fdopen(from[0], "r");
	for (int i = 0; i < 3; i++) {
		write(to[1], words[i], strlen(words[i]));
		fgets(line, sizeof line, in);
		printf("got %s", line);
	}
	close(to[1]);
	while (fgets(line, sizeof line, in))
		printf("rest %s", line);
	wait(&status);
	printf("%d\n", WEXITSTATUS(status));
	return 0;
}
