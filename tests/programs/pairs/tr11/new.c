/* A counter that starts one higher: its effect is either masked, a new branch, or one more. */
#include <stdio.h>
#include <stdlib.h>

static int grown(int i)
{
	int out = 0;

	i = i + 1;

	if (i > 0)
		out = i + 5;
	return out;
}

int main(int argc, char **argv)
{
	int i = argc > 1 ? atoi(argv[1]) : 0;

	printf("%d\n", grown(i));
	return 0;
}
