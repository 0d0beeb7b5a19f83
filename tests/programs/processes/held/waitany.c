/* Statuses of children in any order, waitid, WNOWAIT, process groups. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int seen[10] = {0}, status;
	for (int i = 0; i < 10; i++)
		if (fork() == 0)
			exit(i * 3);
	for (int i = 0; i < 10; i++) {
		wait(&status);
		seen[WEXITSTATUS(status) / 3]++;
	}
	for (int i = 0; i < 10; i++)
		printf("%d", seen[i]);
	printf("\n");
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		setpgid(0, 0);
		exit(getpgrp() == getpid() ? 4 : 5);
	}
	siginfo_t info = {0};
	waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
	printf("%d %d %d\n", info.si_pid == child, info.si_status, info.si_code == CLD_EXITED);
	waitid(P_ALL, 0, &info, WEXITED);
	printf("%d\n", waitpid(child, &status, 0) == -1);
	return 0;
}
