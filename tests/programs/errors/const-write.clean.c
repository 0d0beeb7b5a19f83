/* const-write.clean.c: the table is not const. */
#include <stdio.h>

static int table[3] = {1, 2, 3};

static void set(int *p, int v)
{
	*p = v;
}

int main(int argc, char **argv)
{
	(void)argv;
	set((int *)&table[argc], 7);
	printf("%d\n", table[argc]);
	puts("done");
	return 0;
}
