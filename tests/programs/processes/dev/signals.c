/* Signals between parent and child; deaths by signals. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t children, pokes;

static void on_child(int s)
{
	(void)s;
	children++;
}

static void on_poke(int s)
{
	(void)s;
	pokes++;
}

int main(void)
{
	int status, ready[2];
	struct sigaction act = {.sa_handler = on_child, .sa_flags = SA_RESTART};
	sigaction(SIGCHLD, &act, NULL);
	pid_t a = fork();
	if (a == 0) {
		raise(SIGTERM);
		_exit(1);
	}
	waitpid(a, &status, 0);
	printf("signaled %d by %d, handler %d\n", WIFSIGNALED(status), WTERMSIG(status), (int)children);
	pid_t b = fork();
	if (b == 0)
		for (;;)
			pause();
	kill(b, SIGKILL);
	waitpid(b, &status, 0);
	printf("killed by %d\n", WTERMSIG(status));
	pipe(ready);
	pid_t c = fork();
	if (c == 0) {
		sigset_t block, old;
		act.sa_handler = on_poke;
		sigaction(SIGUSR1, &act, NULL);
		sigemptyset(&block);
		sigaddset(&block, SIGUSR1);
		sigprocmask(SIG_BLOCK, &block, &old);
		write(ready[1], "r", 1);
		while (!pokes)
			sigsuspend(&old);
		_exit(40 + (int)pokes);
	}
	char x;
	read(ready[0], &x, 1);
	kill(c, SIGUSR1);
	waitpid(c, &status, 0);
	printf("poked child exited %d; kill of it now: %d\n", WEXITSTATUS(status), kill(c, 0));
	return 0;
}
