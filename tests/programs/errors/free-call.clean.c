/* free-call.clean.c: the object lives as long as it is used. */
#include <stdio.h>
#include <stdlib.h>

struct ops {
	int (*run)(int);
};

static int twice(int x)
{
	return 2 * x;
}

int main(void)
{
	struct ops *o = malloc(sizeof *o);
	if (!o)
		return 3;
	o->run = twice;
	printf("%d\n", o->run(1));
	printf("%d\n", o->run(2));
	free(o);
	puts("done");
	return 0;
}
