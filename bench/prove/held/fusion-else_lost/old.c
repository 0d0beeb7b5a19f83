#include <stdio.h>
#include <stdlib.h>

static int f(const char *s)
{
	int a = 0, b = 0;
	for (int i = 0; s[i]; i++) {
		if (s[i] <= 'a')
			a++;
		if (s[i] <= 'b')
			b++;
	}
	return a * 1000 + b;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(argv[1]));
	return 0;
}
