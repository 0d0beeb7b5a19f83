/* uninit-parts.c: values that are passed in parts, one of them never set. */
#include <stdio.h>
#include <stdlib.h>

struct span {
	long from;
	long to;
};

static int is_long(struct span s)
{
	if (s.to > 10)
		return 1;
	return s.from > 10;
}

int main(int argc, char **argv)
{
	(void)argv;
	struct span s;
	s.from = argc;
	printf("%d\n", is_long(s) < 2);
	puts("done");
	return 0;
}
