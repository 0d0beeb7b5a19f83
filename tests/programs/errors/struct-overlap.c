/* struct-overlap.c: an assignment of structs that share some of their bytes. */
#include <stdio.h>

struct wide {
	long at[8];
};

static void slide(void *from, int by)
{
	struct wide *a = from, *b = (struct wide *)((long *)from + by);
	*b = *a;
}

int main(void)
{
	long room[24] = {1, 2, 3};
	slide(room, 0);
	slide(room, 4);
	printf("%ld\n", room[4]);
	puts("done");
	return 0;
}
