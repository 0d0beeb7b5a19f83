#include <stdio.h>
#include <stdlib.h>

static int f(const char *s)
{
	int c = 0;
	for (int i = 0; s[i] != 0; i++)
		if ((unsigned char)s[i] > 'a')
			c++;
	return c;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(argv[1]));
	return 0;
}
