/* uninit-branch.c: a branch on a member nobody set. */
#include <stdio.h>

struct opts {
	int verbose;
	int quiet;
};

static void parse(struct opts *o, int argc)
{
	o->verbose = argc > 1;
}

int main(int argc, char **argv)
{
	(void)argv;
	struct opts o;
	parse(&o, argc);
	if (o.quiet == 77)
		puts("quiet");
	puts("done");
	return 0;
}
