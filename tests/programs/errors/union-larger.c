/* union-larger.c: a small block is used as the union's large member. */
#include <stdio.h>
#include <stdlib.h>

union value {
	char c;
	double d[3];
};

int main(void)
{
	union value *v = malloc(sizeof(double) * 2);
	if (!v)
		return 3;
	v->d[0] = 1.0;
	v->d[1] = 2.0;
	v->d[2] = 3.0;
	printf("%g\n", v->d[0]);
	free(v);
	puts("done");
	return 0;
}
