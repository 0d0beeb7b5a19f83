/* Anonymous memory that parent and child share. */
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int own = 1;
	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			shared[i] = i * i + 1;
			own = 100;
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	for (int i = 0; i < 4; i++)
		own += shared[i];
	printf("%d\n", own);
	return 0;
}
