/* struct-mixed.c: every class of the x86-64 calling convention, alone and with registers used up.
 */
#include <stdio.h>

struct cf {
	char c;
	float f;
};
struct ff {
	float a, b;
};
struct fff {
	float a, b, c;
};
struct ffff {
	float a, b, c, d;
};
struct dd {
	double a, b;
};
struct id {
	int i;
	double d;
};
struct di {
	double d;
	int i;
};
struct ld {
	long l;
	double d;
};
struct ddd {
	double a, b, c;
};
struct l1 {
	long double l;
};
struct nest {
	struct cf a;
	struct ff b;
};
struct fp {
	int (*f)(int);
	const char *s;
};
struct arr {
	short s[3];
	char c;
};
union ud {
	double d;
	long l;
	char c[8];
};
struct withu {
	union ud u;
	float f;
};
struct empty_tail {
	long a;
	char c;
};

static struct cf f_cf(struct cf v)
{
	return (struct cf){(char)(v.c + 1), v.f * 2};
}
static struct ff f_ff(struct ff v)
{
	return (struct ff){v.b, v.a};
}
static struct fff f_fff(struct fff v)
{
	return (struct fff){v.c, v.a, v.b};
}
static struct ffff f_ffff(struct ffff v)
{
	return (struct ffff){v.d, v.c, v.b, v.a};
}
static struct dd f_dd(struct dd v)
{
	return (struct dd){v.b, -v.a};
}
static struct id f_id(struct id v)
{
	return (struct id){(int)v.d, v.i};
}
static struct di f_di(struct di v)
{
	return (struct di){v.i, (int)v.d};
}
static struct ld f_ld(struct ld v)
{
	return (struct ld){v.l + 1, v.d + 1};
}
static struct ddd f_ddd(struct ddd v)
{
	return (struct ddd){v.c, v.a, v.b};
}
static struct l1 f_l1(struct l1 v)
{
	return (struct l1){v.l * 3};
}
static struct nest f_nest(struct nest v)
{
	return (struct nest){{'n', v.b.a}, {v.a.f, v.b.b}};
}
static int inc(int x)
{
	return x + 1;
}
static int dec(int x)
{
	return x - 1;
}
static struct fp f_fp(struct fp v)
{
	return (struct fp){v.f == inc ? dec : inc, v.s + 1};
}
static struct arr f_arr(struct arr v)
{
	return (struct arr){{v.s[2], v.s[1], v.s[0]}, v.c};
}
static union ud f_ud(union ud v)
{
	v.d *= 2;
	return v;
}
static struct withu f_withu(struct withu v)
{
	return (struct withu){{.l = v.u.l + 1}, v.f + 1};
}

/* More than six integer and eight floating arguments: some structs go to memory whole. */
static double crowd(long a, long b, long c, long d, long e, struct empty_tail s, long f,
					struct ld g, double h, double i, double j, double k, double l, double m,
					struct dd n, double o, struct ffff p, struct id q, long double r, struct cf t)
{
	return (double)(a + b * 2 + c * 3 + d * 4 + e * 5 + s.a * 6 + s.c * 7 + f * 8 + g.l * 9) +
		   g.d * 10 + h + i + j + k + l + m + n.a * 11 + n.b * 12 + o + p.a + p.b * 2 + p.c * 3 +
		   p.d * 4 + q.i + q.d * 2 + (double)r + t.c + t.f;
}

int main(void)
{
	struct cf cf = f_cf((struct cf){'a', 1.5f});
	struct ff ff = f_ff((struct ff){1, 2});
	struct fff fff = f_fff((struct fff){1, 2, 3});
	struct ffff ffff = f_ffff((struct ffff){1, 2, 3, 4});
	struct dd dd = f_dd((struct dd){1.25, 2.5});
	struct id id = f_id((struct id){7, 9.5});
	struct di di = f_di((struct di){7.5, 9});
	struct ld ld = f_ld((struct ld){1L << 40, 0.5});
	struct ddd ddd = f_ddd((struct ddd){1, 2, 3});
	struct l1 l1 = f_l1((struct l1){1.0L / 3});
	struct nest nest = f_nest((struct nest){{'x', 4}, {5, 6}});
	struct fp fp = f_fp((struct fp){inc, "string"});
	struct arr arr = f_arr((struct arr){{1, -2, 3}, 'q'});
	union ud ud = f_ud((union ud){.d = 1.5});
	struct withu wu = f_withu((struct withu){{.l = 41}, 2});
	printf("%c %g %g %g %g %g %g\n", cf.c, cf.f, ff.a, ff.b, fff.a, fff.b, fff.c);
	printf("%g %g %g %g %g %g\n", ffff.a, ffff.b, ffff.c, ffff.d, dd.a, dd.b);
	printf("%d %g %g %d %ld %g %g %g %g %.20Lg\n", id.i, id.d, di.d, di.i, ld.l, ld.d, ddd.a, ddd.b,
		   ddd.c, l1.l);
	printf("%c %g %g %g %d %s\n", nest.a.c, nest.a.f, nest.b.a, nest.b.b, fp.f(10), fp.s);
	printf("%d %d %d %c %g %ld %g\n", arr.s[0], arr.s[1], arr.s[2], arr.c, ud.d, wu.u.l, wu.f);
	printf("%.10g\n", crowd(1, 2, 3, 4, 5, (struct empty_tail){6, 7}, 8, ld, 1, 2, 3, 4, 5, 6, dd,
							7, ffff, id, 0.5L, cf));
	return 0;
}
