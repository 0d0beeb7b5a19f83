/* free-call.c: a function pointer is fetched from a freed object. */
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
	free(o);
	printf("%d\n", o->run(2));
	puts("done");
	return 0;
}
