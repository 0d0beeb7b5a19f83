/* stdlib_misc.c: arithmetic helpers, radix 64, suboptions, allocation corner cases. */
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void heap(void)
{
	char *p = malloc(10);
	strcpy(p, "123456789");
	p = realloc(p, 1000);
	printf("%s\n", p);
	p = realloc(p, 5);
	printf("%.5s\n", p);
	printf("%d\n", realloc(p, 0) == NULL);
	errno = 0;
	printf("%d %d\n", malloc(SIZE_MAX) == NULL, errno);
	errno = 0;
	printf("%d %d\n", calloc(SIZE_MAX / 2, 3) == NULL, errno);
	errno = 0;
	printf("%d %d\n", reallocarray(NULL, SIZE_MAX / 2, 3) == NULL, errno);
	int *z = calloc(7, sizeof *z);
	for (int i = 0; i < 7; i++)
		printf("%d", z[i]);
	free(z);
	p = malloc(0);
	printf(" %d\n", p != NULL);
	free(p);
	void *q = NULL;
	for (size_t a = 8; a <= 4096; a *= 2) {
		printf("%d", posix_memalign(&q, a, 3));
		printf("%d ", (int)((uintptr_t)q % a));
		free(q);
		q = aligned_alloc(a, a);
		printf("%d ", (int)((uintptr_t)q % a));
		free(q);
	}
	printf("%d %d\n", posix_memalign(&q, 3, 3), posix_memalign(&q, 24, 3));
	q = malloc(100);
	printf("%d\n", malloc_usable_size(q) >= 100);
	errno = 77;
	free(q);
	free(NULL);
	printf("%d\n", errno);
}

int main(void)
{
	printf("%d %ld %lld %jd\n", abs(-5), labs(-6), llabs(7), imaxabs(-8));
	for (int a = -7; a <= 7; a += 7)
		for (int b = -2; b <= 2; b += 2)
			if (b) {
				div_t d = div(a, b);
				ldiv_t l = ldiv(a, b);
				lldiv_t ll = lldiv(a, b);
				imaxdiv_t m = imaxdiv(a, b);
				printf("%d %d %ld %ld %lld %lld %jd %jd\n", d.quot, d.rem, l.quot, l.rem, ll.quot,
					   ll.rem, m.quot, m.rem);
			}
	static const long values[] = {0, 1, 63, 64, 123456789, 2147483647, 4294967295, -1};
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		printf("%s %ld\n", l64a(values[i]), a64l(l64a(values[i])));
	printf("%ld %ld %ld\n", a64l("zzzzzz"), a64l("zzzzzzz"), a64l("./!"));
	char opts[] = "ro,rw=yes,,size=10,bad,name=", *at = opts, *value;
	char *tokens[] = {"ro", "rw", "size", "name", NULL};
	while (*at) {
		int k = getsubopt(&at, tokens, &value);
		printf("%d %s\n", k, value ? value : "(none)");
	}
	printf("%d %d %d %d\n", rpmatch("yes"), rpmatch("No"), rpmatch("maybe"), rpmatch(""));
	heap();
	return 0;
}
