/* What is computed first is not used, and there is much to decide about a text. */
#include <stdio.h>
#include <stdlib.h>

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
	int n = atoi(argv[1]), double_n;

	double_n = n + 2;
	double_n = n + n;
	printf("%d\n", classes(argv[2]));
	printf("%d\n", double_n);
	return 0;
}
