/* A child that sleeps, an alarm that ends another. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int status, p[2];
	pipe(p);
	pid_t slow = fork();
	if (slow == 0) {
		usleep(200000);
		write(p[1], "slow", 4);
		_exit(0);
	}
	pid_t stuck = fork();
	if (stuck == 0) {
		alarm(1);
		for (;;)
			pause();
	}
	write(p[1], "fast", 4);
	waitpid(slow, &status, 0);
	char text[9] = "";
	read(p[0], text, 8);
	printf("%s %d\n", text, status);
	waitpid(stuck, &status, 0);
	printf("%d\n", WTERMSIG(status) == SIGALRM);
	return 0;
}
