// inputs: int[-20,20] int[-20,20]
#include <stdio.h>
#include <stdlib.h>
struct point {
	short x;
	char tag;
	int y;
};
static struct point flip(struct point p)
{
	struct point q = {(short)p.y, 'f', p.x};
	return q;
}
int main(int argc, char **argv)
{
	struct point p = {(short)atoi(argv[argc - 2]), 'p', atoi(argv[2])}, q = flip(p);
	if (q.x > q.y)
		puts("down");
	printf("%d %c %d\n", q.x, q.tag, q.y);
	return 0;
}
