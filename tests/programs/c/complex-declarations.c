/* complex-declarations.c: declarators nobody likes, const and restrict, tentative definitions,
 * scopes. */
#include <stdio.h>

int tentative;
int tentative;
int tentative = 3;
extern int tentative;
static int (*(*table[2])(int))(void);
static int one(void)
{
	return 1;
}
static int two(void)
{
	return 2;
}
static int (*pick(int n))(void)
{
	return n ? two : one;
}
static int (*flip(int n))(void)
{
	return n ? one : two;
}
static int sum(const int *restrict a, int *restrict out, int n)
{
	*out = 0;
	for (int i = 0; i < n; i++)
		*out += a[i];
	return *out;
}
static int rows(int a[static 2][3])
{
	return a[1][2];
}
typedef struct list {
	struct list *next;
	enum { LEAF = 5, NODE = LEAF << 1, LAST } kind;
} list;
static int x = 1;
static int scopes(void)
{
	int r = x;
	int x = 10;
	{
		r += x;
		int x = 100;
		r += x;
		{
			extern int tentative;
			r += tentative * 1000;
		}
		for (int x = 0; x < 3; x++)
			r += x;
	}
	return r + x;
}
static int counter(void)
{
	static int n = 5;
	static int *p = &n;
	return (*p)++;
}

int main(void)
{
	table[0] = pick;
	table[1] = flip;
	printf("%d %d %d %d\n", table[0](0)(), table[0](1)(), (*table[1])(0)(), (*(*table[1])(1))());
	int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, out;
	printf("%d %d\n", sum(a[1], &out, 3), rows(a));
	list l = {NULL, NODE}, m = {&l, LAST};
	printf("%d %d %d\n", m.kind, m.next->kind, (int)LEAF);
	printf("%d\n", scopes());
	counter();
	counter();
	printf("%d\n", counter());
	char *const *volatile *p = NULL;
	printf("%d %zu\n", p == NULL, sizeof(int (*[5])(char)));
	return 0;
}
