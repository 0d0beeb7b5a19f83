/* struct-assign.c: assignment, nested members, arrays of structs, copies that must not alias. */
#include <stdio.h>
#include <string.h>

struct in {
	int v[3];
	char name[6];
};
struct out {
	struct in a, b[2];
	struct out *self;
};

static struct out build(int seed)
{
	struct out o = {.a = {{seed, seed + 1, seed + 2}, "first"}, .self = NULL};
	o.b[0] = o.a;
	o.b[1] = o.b[0];
	o.b[1].v[1] *= 10;
	strcpy(o.b[1].name, "last");
	return o;
}

static int total(struct out o)
{
	int s = 0;
	for (int i = 0; i < 3; i++)
		s += o.a.v[i] + o.b[0].v[i] * 2 + o.b[1].v[i] * 3;
	o.a.v[0] = 9999;
	return s;
}

static struct in *pick(struct out *o, int i)
{
	return i < 0 ? &o->a : &o->b[i];
}

int main(void)
{
	struct out x = build(5), y;
	y = x;
	y.self = &x;
	y.self->a.v[2] = -1;
	printf("%d %d %d\n", total(x), total(y), total(*y.self));
	*pick(&x, 1) = *pick(&y, -1);
	printf("%s %d %d\n", x.b[1].name, x.b[1].v[2], x.a.v[2]);
	x = x;
	y = (struct out){.b = {[1] = x.b[1]}};
	printf("%d %s %d\n", y.a.v[0], y.b[1].name, y.self == NULL);
	printf("%d %s\n", build(3).b[1].v[1], build(4).a.name);
	struct in list[4] = {{{1}, "a"}, {{2}, "b"}, {{3}, "c"}};
	list[3] = list[1];
	struct in t = list[0];
	list[0] = list[2];
	list[2] = t;
	for (int i = 0; i < 4; i++)
		printf("%d%s ", list[i].v[0], list[i].name);
	printf("%zu %zu\n", sizeof x, sizeof list);
	return 0;
}
