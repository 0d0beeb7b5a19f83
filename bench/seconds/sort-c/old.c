#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

int main(int argc, char **argv)
{
	char v[4];
	if (argc < 2 || strlen(argv[1]) != sizeof v)
		return 2;
	memcpy(v, argv[1], sizeof v);
	qsort(v, sizeof v, 1, compare);
	printf("%.4s\n", v);
	return 0;
}
