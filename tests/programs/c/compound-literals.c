/* compound-literals.c: as values, arrays, arguments, modifiable objects and file-scope objects. */
#include <stdio.h>
#include <string.h>

struct v {
	int x, y;
};

static int *file_scope = (int[]){10, 20, 30};
static const struct v *table = (const struct v[]){{1, 2}, {3, 4}};

static int dot(struct v a, const struct v *b)
{
	return a.x * b->x + a.y * b->y;
}

static int sum(const int *v, int n)
{
	int s = 0;
	while (n--)
		s += v[n];
	return s;
}

int main(void)
{
	printf("%d\n", dot((struct v){1, 2}, &(struct v){.y = 5, .x = 3}));
	printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
	printf("%d %d\n", file_scope[1]++, file_scope[1]);
	printf("%d %d\n", table[1].x, table[0].y);
	char *s = (char[]){"literal"};
	s[0] = 'L';
	puts(s);
	struct v *p = &(struct v){7, 8};
	p->x += p->y;
	*p = (struct v){p->y, p->x};
	printf("%d %d\n", p->x, p->y);
	int total = 0;
	for (int i = 0; i < 3; i++) {
		int *q = (int[]){i, i * i};
		q[0] += 10;
		total += q[0] * q[1];
	}
	printf("%d\n", total);
	printf("%zu %d\n", sizeof((char[]){1, 2, 3}), (int){5} + 1);
	printf("%d\n", memcmp((char[4]){"ab"}, "ab\0", 4));
	return 0;
}
