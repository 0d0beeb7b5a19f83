/* initialisers.c: designated, nested, ranges, strings, partial, overriding, static and automatic.
 */
#include <stdio.h>

struct point {
	int x, y;
};
struct shape {
	const char *name;
	struct point p[3];
	union {
		int i;
		float f;
	} u;
	struct {
		char c[4];
	} in;
};

static const struct shape shapes[] = {
	[2] = {"two", {{1, 2}, {3}}, {.f = 1.5f}, {{"abc"}}},
	[0] = {.u.i = 7, .p[1].y = 9, .name = "nought"},
	{"one", .p = {[2] = {.y = 5}}},
};
static int sparse[] = {[3] = 4, 5, [1] = 2, [9] = 10};
static int range[10] = {[2 ... 5] = 7, [8 ... 9] = 1};
static char text[8] = "abc", exact[3] = {'x', 'y', 'z'}, *names[] = {"a", "bc", [3] = "def"};
static int matrix[][3] = {{1}, {2, 3}, {4, 5, 6}, [4] = {[2] = 7}};
static int *const pointers[] = {&sparse[3], sparse + 4, &matrix[2][1]};
static struct point *const inner = (struct point *)&shapes[2].p[1];

static int call(int n)
{
	int a[5] = {n, n + 1, [4] = n * 2};
	struct shape s = {.p = {{a[4]}, [1] = {.y = a[1]}}, .in = {{1, 2}}};
	struct point p = s.p[0], q[] = {p, {.y = p.x}, s.p[1]};
	return s.p[0].x * 100 + s.p[1].y * 10 + s.in.c[1] + q[1].y + q[2].y + a[2] + a[3];
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		const struct shape *s = &shapes[i];
		printf("%s %d %d %d %d %d %d %d '%s'\n", s->name, s->p[0].x, s->p[0].y, s->p[1].x,
			   s->p[1].y, s->p[2].x, s->p[2].y, s->u.i, s->in.c);
	}
	for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++)
		printf("%d ", sparse[i]);
	for (unsigned i = 0; i < 10; i++)
		printf("%d ", range[i]);
	printf("\n%s %d %c%c%c %s %s\n", text, text[7], exact[0], exact[1], exact[2], names[1],
		   names[3]);
	for (unsigned i = 0; i < sizeof matrix / sizeof *matrix; i++)
		printf("%d%d%d ", matrix[i][0], matrix[i][1], matrix[i][2]);
	printf("\n%d %d %d %d\n", *pointers[0], *pointers[1], *pointers[2], inner->x);
	printf("%d %d\n", call(1), call(20));
	printf("%d\n", names[2] == NULL);
	return 0;
}
