#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int s = 0;
	int i = 0;
	while (i < n) {
		int j = 0;
		while (i > j) {
			s = (j ^ i) + s;
			j++;
		}
		i++;
	}
	return s;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
