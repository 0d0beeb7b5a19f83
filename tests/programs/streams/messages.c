// inputs: int[-4,4] int[-4,4]
/* messages.c: standard error is told of one argument in many ways, standard output of the other. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (b > 0)
		fprintf(stderr, "%d of %s\n", b, "all");
	if (b > 1)
		fputs("more\n", stderr);
	for (int i = 0; i < b; i++)
		putc('a' + i, stderr);
	if (b < -2 && write(2, "less\n", 5) != 5)
		perror("write");
	if (a > 2)
		puts("much");
	printf("%d\n", a > 0 ? a : 0);
	return 0;
}
