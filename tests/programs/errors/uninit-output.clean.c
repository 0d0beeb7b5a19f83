/* uninit-output.clean.c: every byte is set. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char rec[8];
	for (int i = 0; i < 7; i++)
		rec[i] = '.';
	rec[7] = '\n';
	ssize_t n = write(1, rec, sizeof rec);
	printf("%zd\n", n);
	puts("done");
	return 0;
}
