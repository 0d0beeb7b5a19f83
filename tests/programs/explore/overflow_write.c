// inputs: int[-2,20]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int *t = calloc(8, sizeof *t), i = atoi(argv[argc - 1]);
	t[i] = 1;
	puts(t[0] ? "first" : "not first");
	free(t);
	return 0;
}
