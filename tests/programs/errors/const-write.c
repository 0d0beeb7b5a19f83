/* const-write.c: a const table is written through a cast. */
#include <stdio.h>

static const int table[3] = {1, 2, 3};

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
