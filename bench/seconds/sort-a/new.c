#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	unsigned char x = *(const unsigned char *)a, y = *(const unsigned char *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	unsigned char v[4];
	if (argc < 2 || strlen(argv[1]) != sizeof v)
		return 2;
	memcpy(v, argv[1], sizeof v);
	qsort(v, sizeof v, 1, compare);
	printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
	return 0;
}
