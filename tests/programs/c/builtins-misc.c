/* builtins-misc.c: expect, constant_p, object_size, memory and string builtins, frame addresses. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int likely(int x)
{
	if (__builtin_expect(x > 5, 1))
		return 1;
	if (__builtin_expect_with_probability(x == 3, 0, 0.9))
		return 2;
	return 0;
}

__attribute__((noinline)) static int frame(void)
{
	return __builtin_frame_address(0) != NULL;
}

static int assume(int x)
{
	__builtin_assume(x >= 0);
	return x / 2;
}

__attribute__((noreturn)) static void stop(void)
{
	exit(3);
}

static int covered(int x)
{
	switch (x & 3) {
	case 0: return 5;
	case 1: return 6;
	case 2: return 7;
	case 3: return 8;
	}
	__builtin_unreachable();
}

int main(void)
{
	printf("%d %d %d\n", likely(7), likely(3), likely(1));
	printf("%d %d\n", __builtin_constant_p(5), __builtin_constant_p("x"[0]));
	char buf[16];
	struct {
		char a[4], b[8];
	} s;
	printf("%zd %zd %zd\n", __builtin_object_size(buf, 0), __builtin_object_size(buf + 4, 0),
		   __builtin_object_size(s.a, 1));
	__builtin_memset(buf, 'q', 15);
	buf[15] = 0;
	__builtin_memcpy(buf + 2, "xyz", 3);
	__builtin_memmove(buf + 3, buf + 2, 3);
	printf("%s %zu %d\n", buf, __builtin_strlen(buf), __builtin_memcmp(buf, "qq", 2));
	char t[16];
	__builtin_memcpy_inline(t, buf, 16);
	printf("%s %d\n", t, __builtin_strcmp(t, buf));
	printf("%d %d\n", frame(), assume(9));
	printf("%d %d\n", covered(6), covered(-1));
	printf("%d %g %g\n", __builtin_isnan(__builtin_nan("")), __builtin_inf(), __builtin_fabs(-2.5));
	printf("%d %ld\n", __builtin_abs(-5), __builtin_labs(-6L));
	printf("%d\n", __builtin_choose_expr(1, 11, "no"));
	printf("%d %d\n", __builtin_types_compatible_p(int, signed),
		   __builtin_types_compatible_p(int, long));
	int *p = __builtin_assume_aligned(malloc(64), 16);
	__builtin_prefetch(p);
	p[3] = 7;
	printf("%d\n", p[3]);
	free(p);
	printf("%g %g %g\n", __builtin_sqrt(2.25), __builtin_floor(-1.5), __builtin_copysign(3, -1));
	printf("%d\n", __builtin_offsetof(
					   struct {
						   char a;
						   long b;
					   },
					   b) == 8);
	if (__builtin_unpredictable(buf[0] == 'q'))
		stop();
	return 0;
}
