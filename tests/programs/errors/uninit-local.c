/* uninit-local.c: a local that only one side of a branch sets. */
#include <stdio.h>

static int level(int argc)
{
	int l;
	if (argc > 1)
		l = 3;
	else if (argc < 0)
		l = 4;
	if (l == 987654)
		return 1;
	return 0;
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", level(argc));
	puts("done");
	return 0;
}
