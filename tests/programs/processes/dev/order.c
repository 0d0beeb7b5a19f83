/* A chain of pipes, as a shell makes it: each stage is a process. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void stage(int in, int out, int add)
{
	FILE *from = fdopen(in, "r"), *to = fdopen(out, "w");
	int n;
	while (fscanf(from, "%d", &n) == 1)
		fprintf(to, "%d\n", n * 2 + add);
	fclose(to);
	exit(add);
}

int main(void)
{
	int in[2], next[2], status, sum = 0, n;
	pipe(in);
	int first = in[1], last = in[0];
	for (int i = 1; i <= 4; i++) {
		pipe(next);
		if (fork() == 0) {
			close(first);
			close(next[0]);
			stage(last, next[1], i);
		}
		close(last);
		close(next[1]);
		last = next[0];
	}
	FILE *w = fdopen(first, "w"), *r = fdopen(last, "r");
	for (int i = 0; i < 500; i++)
		fprintf(w, "%d\n", i);
	fclose(w);
	for (int i = 0; fscanf(r, "%d", &n) == 1; i++)
		if (i % 100 == 0)
			printf("%d\n", n);
	while (wait(&status) > 0)
		sum += WEXITSTATUS(status);
	printf("sum %d\n", sum);
	return 0;
}
