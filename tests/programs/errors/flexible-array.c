/* flexible-array.c: a flexible array member one element short. */
#include <stdio.h>
#include <stdlib.h>

struct list {
	int n;
	int item[];
};

int main(void)
{
	struct list *l = malloc(sizeof *l + 3 * sizeof l->item[0]);
	if (!l)
		return 3;
	l->n = 4;
	for (int i = 0; i < l->n; i++)
		l->item[i] = i * i;
	printf("%d\n", l->item[2]);
	free(l);
	puts("done");
	return 0;
}
