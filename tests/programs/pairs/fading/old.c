/* A hint is kept for a while; only what it decides is seen. */
#include <stdio.h>
#include <stdlib.h>

static int hint;

static int classes(const char *s)
{
	int letters = 0, digits = 0, others = 0;

	for (; *s; s++) {
		if (*s >= 'a' && *s <= 'z')
			letters++;
		else if (*s >= '0' && *s <= '9')
			digits++;
		else
			others++;
	}
	return letters * 100 + digits * 10 + others;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	int n = atoi(argv[1]);

	hint = n & 7;
	if (n > 100)
		printf("large%s\n", hint > 7 ? ", odd" : "");
	else
		printf("small\n");
	hint = 0;
	printf("%d\n", classes(argv[2]));
	return 0;
}
