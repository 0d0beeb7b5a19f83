/* rem-int.c: a hash table without buckets. */
#include <stdio.h>

static int bucket(int key, int n)
{
	return key % n;
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", bucket(17, 5));
	printf("%d\n", bucket(17, argc - 1));
	puts("done");
	return 0;
}
