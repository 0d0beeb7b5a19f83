/* vectors.c: vector_size types: arithmetic, comparison, shuffles, conversions, passing. */
#include <stdint.h>
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef short v4hi __attribute__((vector_size(8)));
typedef long v2di __attribute__((vector_size(16)));
typedef float e3 __attribute__((ext_vector_type(4)));

static void put(const char *what, v4si v)
{
	printf("%s %d %d %d %d\n", what, v[0], v[1], v[2], v[3]);
}

static v4si scale(v4si v, int k)
{
	return v * k + (v4si){1, 2, 3, 4};
}

static float dot(v4sf a, v4sf b)
{
	v4sf p = a * b;
	return p[0] + p[1] + p[2] + p[3];
}

union view {
	v4si v;
	int i[4];
	v16qi b;
};

int main(void)
{
	volatile int seed = 3;
	v4si a = {1, -2, seed, 40}, b = {5, 6, -7, seed};
	put("add", a + b);
	put("sub", a - b);
	put("mul", a * b);
	put("div", a / b);
	put("rem", a % b);
	put("and", a & b);
	put("xor", a ^ b);
	put("not", ~a);
	put("neg", -a);
	put("shl", a << 2);
	put("sar", a >> (v4si){1, 1, 0, 3});
	put("shr", (v4si)((v4su)a >> 28));
	put("lt", a < b);
	put("eq", a == (v4si){1, 2, 3, 4});
	put("scale", scale(a, -3));
	put("shuffle", __builtin_shufflevector(a, b, 3, 4, 0, 6));
	put("convert", __builtin_convertvector((v4sf){1.9f, -2.9f, 3.5f, 4}, v4si));
	v4sf f = __builtin_convertvector(a, v4sf);
	printf("%g %g\n", dot(f, f), dot(f / 2, (v4sf){1, 1, 1, 1}));
	v2df d = {1.5, 2.5};
	d *= d;
	d += 1.0;
	printf("%g %g\n", d[0], d[1]);
	v16qi q = {250, 251, 252, 253, 254, 255};
	q += 5;
	for (int i = 0; i < 8; i++)
		printf("%d ", q[i]);
	v4hi h = {1, 2, 3, 4};
	h[2] = (short)(h[1] * 1000);
	h[seed] = -1;
	printf("%d %d %d\n", h[2], h[3], h[seed - 1]);
	v2di l = {1L << 40, -1};
	l <<= 3;
	printf("%ld %ld\n", l[0], l[1]);
	union view u = {a};
	printf("%d %d\n", u.i[1], u.b[0]);
	e3 e = {1, 2, 3, 4};
	e.xy = e.wz;
	printf("%g %g %g\n", e.x, e.y, e.s2);
	v4si arr[3] = {a, b, a + b};
	for (int i = 0; i < 4; i++)
		arr[2][i] += i;
	put("mem", arr[2]);
	put("select", ((a > b) & a) | (~(a > b) & b));
	printf("%d\n", __builtin_reduce_add(a));
	return 0;
}
