/* More bytes than a pipe holds: the writer blocks in the middle of a write. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 200000 };

int main(void)
{
	int p[2];
	pipe(p);
	if (fork() == 0) {
		char *bytes = malloc(SIZE);
		for (int i = 0; i < SIZE; i++)
			bytes[i] = (char)(i * 7);
		close(p[0]);
		ssize_t n = write(p[1], bytes, SIZE);
		_exit(n == SIZE ? 0 : 1);
	}
	close(p[1]);
	unsigned long sum = 0, n = 0;
	char piece[5000];
	ssize_t k;
	while ((k = read(p[0], piece, sizeof piece)) > 0)
		for (ssize_t i = 0; i < k; i++, n++)
			sum = sum * 31 + (unsigned char)piece[i];
	int status;
	wait(&status);
	printf("%lu bytes, sum %lu, status %d\n", n, sum, WEXITSTATUS(status));
	return 0;
}
