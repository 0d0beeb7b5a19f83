#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

static int search(char key, const char *v, int n)
{
	int low = 0, high = n - 1;
	while (low < high) {
		int middle = (low + high) / 2;
		if (v[middle] == key)
			return 1;
		if (v[middle] < key)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	char v[4];
	if (argc < 3 || strlen(argv[1]) != sizeof v)
		return 2;
	memcpy(v, argv[1], sizeof v);
	qsort(v, sizeof v, 1, compare);
	if (v[0] == 'a' && v[3] == 'z')
		puts(search(argv[2][0], v, sizeof v) ? "found" : "missing");
	return 0;
}
