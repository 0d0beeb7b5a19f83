#include <stdio.h>
#include <string.h>

static void sort(char *v, int n)
{
	for (int i = 1; i < n; i++) {
		char x = v[i];
		int j = i;
		for (; j > 0 && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
}

int main(int argc, char **argv)
{
	char v[4];
	if (argc < 2 || strlen(argv[1]) != sizeof v)
		return 2;
	memcpy(v, argv[1], sizeof v);
	sort(v, sizeof v);
	printf("%.4s\n", v);
	return 0;
}
