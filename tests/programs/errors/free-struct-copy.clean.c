/* free-struct-copy.clean.c: copied, then freed. */
#include <stdio.h>
#include <stdlib.h>

struct point {
	double x, y, z;
};

static struct point *make(void)
{
	struct point *p = calloc(1, sizeof *p);
	p->x = 1;
	return p;
}

int main(void)
{
	struct point *p = make();
	struct point q = *p;
	free(p);
	printf("%g\n", q.x);
	puts("done");
	return 0;
}
