/* struct-pass.c: structs of 1 to 64 bytes by value, in and out, among other arguments. */
#include <stdio.h>
#include <string.h>

static unsigned sum(const void *p, size_t n)
{
	const unsigned char *b = p;
	unsigned s = 0;
	while (n--)
		s = s * 31 + *b++;
	return s;
}

#define SIZE(N)                                                                           \
	struct s##N {                                                                         \
		unsigned char b[N];                                                               \
	};                                                                                    \
	static struct s##N turn##N(int k, struct s##N v, double d, struct s##N w) {           \
		struct s##N r;                                                                    \
		for (int i = 0; i < N; i++)                                                       \
			r.b[i] = (unsigned char)(v.b[N - 1 - i] + w.b[i] * k + (int)d);               \
		v.b[0] = w.b[0] = 0;                                                              \
		return r;                                                                         \
	} static void test##N(void)                                                           \
	{                                                                                     \
		struct s##N a, b, (*volatile f)(int, struct s##N, double, struct s##N) = turn##N; \
		for (int i = 0; i < N; i++) {                                                     \
			a.b[i] = (unsigned char)(i + 1);                                              \
			b.b[i] = (unsigned char)(7 * i);                                              \
		}                                                                                 \
		struct s##N c = f(3, a, 2.5, turn##N(1, b, -1, a)), d = c;                        \
		printf("%d %zu %u %u %u %d\n", N, sizeof a, sum(&a, N), sum(&b, N), sum(&c, N),   \
			   memcmp(&c, &d, N));                                                        \
	}

SIZE(1)
SIZE(2)
SIZE(3)
SIZE(4)
SIZE(5)
SIZE(6)
SIZE(7)
SIZE(8)
SIZE(9)
SIZE(10)
SIZE(11)
SIZE(12)
SIZE(13)
SIZE(14)
SIZE(15)
SIZE(16)
SIZE(17)
SIZE(20)
SIZE(23)
SIZE(24)
SIZE(31)
SIZE(32)
SIZE(33)
SIZE(40)
SIZE(48)
SIZE(63)
SIZE(64)

int main(void)
{
	test1(), test2(), test3(), test4(), test5(), test6(), test7(), test8(), test9();
	test10(), test11(), test12(), test13(), test14(), test15(), test16(), test17();
	test20(), test23(), test24(), test31(), test32(), test33(), test40(), test48();
	test63(), test64();
	return 0;
}
