/* rem-int.clean.c: a hash table with one bucket. */
#include <stdio.h>

static int bucket(int key, int n)
{
	return key % n;
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", bucket(17, 5));
	printf("%d\n", bucket(17, argc));
	puts("done");
	return 0;
}
